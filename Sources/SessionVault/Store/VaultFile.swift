import Glibc

/// What marks a file as a vault, and how one comes to be.
enum VaultFile {
    /// `SVLT`, in SQLite's application-id field.
    static let applicationID: UInt32 = 0x5356_4C54
    /// The format that this version reads and writes, in SQLite's user-version field.
    static let format: UInt32 = 1

    private static let headerSize = 100
    /// SQLite's file format version for WAL mode.
    private static let walVersion: UInt8 = 2
    private static let magic = Array("SQLite format 3\0".utf8)

    /// Checks that the file is the user's own and closed to others, and that nobody put a file beside it that SQLite would
    /// take for the vault's.
    static func checkAccess(_ path: String) throws(VaultError) {
        let folder = Folder.containing(path)
        do throws(VaultError) { try FileCheck.requireSafeFolder(folder) } catch {
            throw error.code == .absent ? VaultError(.absent, path: path) : error
        }
        do throws(VaultError) { try FileCheck.requirePrivateFile(path) } catch {
            // Nobody is to be told how to close a file that is none of ours.
            guard error.code == .wrongMode || error.code == .wrongOwner, isForeign(path) else { throw error }
            throw VaultError(.notAVault, path: path)
        }
        for suffix in ["-wal", "-shm"] { try FileCheck.requirePrivateFile(path + suffix, ifPresent: true) }
        do throws(VaultError) { try FileCheck.requireAbsent(path + "-journal") } catch {
            guard error.code == .alreadyExists else { throw error }
            throw VaultError(.tampered, "a rollback journal, which no vault has, stands beside the file", path: path)
        }
        guard try FileCheck.status(of: path).st_mode & S_IWUSR != 0 else { throw VaultError(.readOnly, path: path) }
    }

    /// Tells whether a file is surely no vault; never opens one that is in use here, which would give up its locks.
    private static func isForeign(_ path: String) -> Bool {
        guard let status = try? FileCheck.status(of: path), !OpenVaults.own(OpenVaults.FileIdentity(status)),
            let file = try? FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
        else { return false }
        var header = [UInt8](repeating: 0, count: headerSize)
        let count = unsafe read(file.number, &header, headerSize)
        guard count >= magic.count, header.starts(with: magic) else { return count > 0 }
        return count == headerSize && bigEndian(header, 68) != applicationID
    }

    /// Checks, before SQLite reads it, that the file is a vault, whole, and of a known format.
    static func check(_ connection: SQLiteConnection) throws(VaultError) {
        try connection.requireInPlace()
        let path = connection.path
        let (header, size) = try connection.start(headerSize)
        guard size >= headerSize else {
            let written = header.prefix(Int(size))
            let isCut = written.allSatisfy { $0 == 0 } || magic.starts(with: written.prefix(magic.count))
            throw isCut ? VaultError(.truncated, path: path) : VaultError(.notAVault, path: path)
        }
        guard header.starts(with: magic), bigEndian(header, 68) == applicationID else {
            throw VaultError(.notAVault, path: path)
        }
        let format = bigEndian(header, 60)
        guard format <= Self.format else { throw VaultError(.newerFormat, path: path) }
        guard format == Self.format, header[18] == walVersion, header[19] == walVersion else {
            throw VaultError(.tampered, "the file names no format, or is not in WAL mode", path: path)
        }
        try checkSize(connection)
    }

    /// A file whose WAL is being folded in names its new size before it has it.
    private static func checkSize(_ connection: SQLiteConnection) throws(VaultError) {
        let hasLog = try FileCheck.size(ofPresent: connection.path + "-wal") > 0
        let (header, size) = try connection.start(headerSize)
        let pageSize = Int64(header[16]) << 8 | Int64(header[17])
        let pages = Int64(bigEndian(header, 28))
        guard hasLog || size >= pages * (pageSize == 1 ? 65_536 : pageSize) else {
            throw VaultError(.truncated, path: connection.path)
        }
    }

    private static func bigEndian(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Makes a vault's file whole before it gets its name: a creation that is cut off leaves no vault, and of two at once
    /// one gets the name and the other learns so.
    static func create(
        at path: String, filling body: (any StoreWriter) throws(VaultError) -> Void
    ) throws(VaultError) {
        do throws(VaultError) { try Folder.make(Folder.containing(path)) } catch {
            throw error.whereNothingCanBeMade(path)
        }
        try FileCheck.requireSafeFolder(Folder.containing(path))
        let draft = "\(path).new-\(RandomBytes.number())"
        defer { for suffix in ["", "-wal", "-shm", "-journal"] { unsafe unlink(draft + suffix) } }
        do throws(VaultError) { try makeEmpty(draft) } catch {
            throw error.renamed(path).whereNothingCanBeMade(path)
        }
        try fill(draft, body)
        guard unsafe link(draft, path) == 0 else { throw .system(errno, path: path) }
        try Folder.flush(containing: path)
    }

    /// Folds what stands in the write-ahead log into the file, and runs `body` while nobody can write.
    ///
    /// - Throws: ``VaultError/Code/busy`` where somebody reads or writes meanwhile.
    static func withoutWriters(_ path: String, _ body: () throws(VaultError) -> Void) throws(VaultError) {
        let connection = try SQLiteConnection(opening: path)
        try check(connection)
        try connection.foldLog()
        try connection.statement(.beginImmediate).run()
        defer { connection.rollBack() }
        guard try FileCheck.size(ofPresent: path + "-wal") == 0 else { throw VaultError(.busy, path: path) }
        try body()
    }

    private static func makeEmpty(_ path: String) throws(VaultError) {
        let file = try FileDescriptor(opening: path, O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
        guard fchmod(file.number, 0o600) == 0 else { throw .system(errno, path: path) }
    }

    private static func fill(_ draft: String, _ body: (any StoreWriter) throws(VaultError) -> Void) throws(VaultError) {
        let connection = try SQLiteConnection(opening: draft)
        try connection.setUp()
        try connection.execute("PRAGMA application_id = \(applicationID)")
        try connection.execute("PRAGMA user_version = \(format)")
        try connection.statement(.beginImmediate).run()
        for table in SQLSchema.tables { try connection.execute(table) }
        try body(SQLiteAccess(connection: connection))
        try connection.statement(.commit).run()
        try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }
}
