import Glibc
import Sealing

/// A file that is taken over, as it was when it was looked at.
struct SourceFile: Sendable {
    /// What tells whether somebody has changed the file since.
    struct State: Equatable, Sendable {
        let device: UInt64
        let inode: UInt64
        let size: Int64
        let changed: [Int]

        init(_ status: stat) {
            device = UInt64(status.st_dev)
            inode = UInt64(status.st_ino)
            size = Int64(status.st_size)
            changed = [
                status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
            ]
        }
    }

    let path: String
    let state: State
    /// The number of names that the file has.
    let names: Int
    let isOpenToOthers: Bool

    private init(_ path: String, _ status: stat) {
        self.path = path
        state = State(status)
        names = Int(status.st_nlink)
        isOpenToOthers = status.st_mode & 0o077 != 0
    }

    /// Looks at a file without reading it.
    init(checking path: String) throws(ImportFault) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { throw Self.system(errno, path) }
        try Self.check(status, path)
        self.init(path, status)
    }

    /// Reads a file of at most `limit` bytes straight into secret memory, without a zero byte in it.
    ///
    /// - Parameter body: gets the file and its content.
    static func read<R>(
        _ path: String, atMost limit: Int, _ body: (SourceFile, borrowing SecretBytes) throws(ImportFault) -> R
    ) throws(ImportFault) -> R {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw system(errno, path) }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw system(errno, path) }
        try check(status, path)
        let tooLarge = ImportFault(
            .tooLarge, path, "it has over \(Wording.number(limit)) bytes", mend: "Take out what is no credential.")
        let read: SecretBytes?
        do { read = try SecretInput.everything(from: descriptor, atMost: limit) } catch { throw system(EIO, path) }
        guard let content = read else { throw tooLarge }
        try refuseZeroBytes(content, path)
        return try body(SourceFile(path, status), content)
    }

    private static func check(_ status: stat, _ path: String) throws(ImportFault) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFLNK: throw system(ELOOP, path)
        case S_IFDIR: throw system(EISDIR, path)
        default: throw ImportFault(.notAFile, path, "this is no regular file", mend: "Name a file.")
        }
        guard status.st_uid == geteuid() else {
            throw ImportFault(.foreign, path, "it belongs to another user", mend: "Run the command as that user.")
        }
    }

    private static func refuseZeroBytes(_ content: borrowing SecretBytes, _ path: String) throws(ImportFault) {
        let line: Int? = content.withExposedBytes { bytes in
            guard let offset = (0..<bytes.byteCount).first(where: { bytes.byte(at: $0) == 0 }) else { return nil }
            return ImportFault.line(of: offset, in: bytes)
        }
        guard let line else { return }
        throw ImportFault(
            .zeroByte, path, line: line, "a zero byte, so this is no text", mend: "Name the right file, or take it out."
        )
    }

    /// What `errno` says about the path.
    static func system(_ code: CInt, _ path: String) -> ImportFault {
        switch code {
        case ENOENT: ImportFault(.absent, path, "there is no such file", mend: "Name another.")
        case ELOOP:
            ImportFault(
                .symbolicLink, path, "this is a symbolic link", mend: "Name the file that `readlink -f` tells.")
        case EISDIR: ImportFault(.notAFile, path, "this is a folder", mend: "Name a file.")
        case ENOTDIR: ImportFault(.notAFolder, path, "this is no folder", mend: "Name another path.")
        case EACCES, EPERM: ImportFault(.unreadable, path, "the system denies access", mend: "Look at its mode.")
        default: ImportFault(.unreadable, path, "it can't be read (\(code))", mend: "Look at the file system.")
        }
    }
}
