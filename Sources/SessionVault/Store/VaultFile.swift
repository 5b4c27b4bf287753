import Glibc

/// What marks a file as a vault, and how one comes to be.
enum VaultFile {
    /// `SVLT`, in SQLite's application-id field.
    static let applicationID: UInt32 = 0x5356_4C54
    /// The format that this version reads and writes, in SQLite's user-version field.
    static let format: UInt32 = 1

    private static let headerSize = 100
    private static let magic = Array("SQLite format 3\0".utf8)

    /// Checks, before SQLite touches it, that the file is the user's own, a vault, whole, and of a known format.
    static func check(_ path: String) throws(VaultError) {
        let folder = Folder.containing(path)
        do throws(VaultError) { try FileCheck.requireSafeFolder(folder) } catch {
            throw error.code == .absent ? VaultError(.absent, path: path) : error
        }
        try FileCheck.requirePrivateFile(path)
        let file = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
        guard let status = file.status else { throw .system(errno, path: path) }
        try FileCheck.requirePrivate(status, path: path)
        guard status.st_mode & S_IWUSR != 0 else { throw VaultError(.readOnly, path: path) }
        var header = [UInt8](repeating: 0, count: headerSize)
        let count = unsafe pread(file.number, &header, headerSize, 0)
        guard count >= 0 else { throw .system(errno, path: path) }
        try check(header: Array(header.prefix(count)), fileSize: Int(status.st_size), path: path)
    }

    private static func check(header: [UInt8], fileSize: Int, path: String) throws(VaultError) {
        guard header.count == headerSize else {
            let isCut = header.allSatisfy { $0 == 0 } || magic.starts(with: header.prefix(magic.count))
            throw isCut ? VaultError(.truncated, path: path) : VaultError(.notAVault, path: path)
        }
        guard header.starts(with: magic), bigEndian(header, 68) == applicationID else {
            throw VaultError(.notAVault, path: path)
        }
        let format = bigEndian(header, 60)
        guard format <= Self.format else { throw VaultError(.newerFormat, path: path) }
        guard format == Self.format else {
            throw VaultError(.tampered, "the file names no format", path: path)
        }
        let pageSize = Int(header[16]) << 8 | Int(header[17])
        let pages = Int(bigEndian(header, 28))
        guard fileSize >= pages * (pageSize == 1 ? 65_536 : pageSize) else { throw VaultError(.truncated, path: path) }
    }

    private static func bigEndian(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Makes a vault's file whole before it gets its name: a creation that is cut off leaves no vault, and of two at once
    /// one gets the name and the other learns so.
    static func create(
        at path: String, filling body: (any StoreWriter) throws(VaultError) -> Void
    ) throws(VaultError) {
        try Folder.make(Folder.containing(path))
        try FileCheck.requireSafeFolder(Folder.containing(path))
        let draft = "\(path).new-\(RandomBytes.number())"
        _ = try FileDescriptor(opening: draft, O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
        defer { for suffix in ["", "-wal", "-shm", "-journal"] { unsafe unlink(draft + suffix) } }
        guard unsafe chmod(draft, 0o600) == 0 else { throw .system(errno, path: path) }
        try fill(draft, body)
        guard unsafe link(draft, path) == 0 else { throw .system(errno, path: path) }
        try Folder.flush(containing: path)
    }

    private static func fill(_ draft: String, _ body: (any StoreWriter) throws(VaultError) -> Void) throws(VaultError) {
        let connection = try SQLiteConnection(opening: draft)
        try connection.execute("PRAGMA application_id = \(applicationID)")
        try connection.execute("PRAGMA user_version = \(format)")
        try connection.statement(.beginImmediate).run()
        try connection.execute(SQL.schema)
        try body(SQLiteAccess(connection: connection))
        try connection.statement(.commit).run()
        try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }
}
