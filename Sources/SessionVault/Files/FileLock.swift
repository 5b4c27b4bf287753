import Glibc

/// An advisory lock that processes share (`flock`), on a file that is never deleted.
///
/// The system frees it when its holder dies.
struct FileLock: ~Copyable {
    private let file: FileDescriptor

    /// Waits for the lock.
    init(at path: String) throws(VaultError) {
        let file = try FileDescriptor(opening: path, O_RDWR | O_CREAT, mode: 0o600)
        while flock(file.number, LOCK_EX) != 0 {
            guard errno == EINTR else { throw .system(errno, path: path) }
        }
        self.file = file
    }

    /// Frees the lock; so does letting it go.
    borrowing func unlock() {
        flock(file.number, LOCK_UN)
    }
}
