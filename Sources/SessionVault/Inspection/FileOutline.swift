import Glibc

/// What the file system says of a file or folder.
public struct FileOutline: Sendable {
    /// Size in bytes.
    public let size: Int64
    /// Permission bits, such as `0o600`.
    public let mode: UInt32
    /// The owner's user number.
    public let owner: UInt32

    init(at path: String) throws(VaultError) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { throw .system(errno, path: path) }
        self.init(status)
    }

    init?(ifPresentAt path: String) throws(VaultError) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else {
            guard errno == ENOENT else { throw .system(errno, path: path) }
            return nil
        }
        self.init(status)
    }

    private init(_ status: stat) {
        size = Int64(status.st_size)
        mode = status.st_mode & 0o7777
        owner = status.st_uid
    }
}
