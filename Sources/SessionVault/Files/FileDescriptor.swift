import Glibc

/// An open file that closes when it goes.
struct FileDescriptor: ~Copyable {
    let number: CInt

    /// Opens `path`; links are not followed, and the descriptor does not survive `exec`.
    init(opening path: String, _ flags: CInt, mode: mode_t = 0) throws(VaultError) {
        var number: CInt
        repeat {
            number = unsafe Glibc.open(path, flags | O_CLOEXEC | O_NOFOLLOW, mode)
        } while number < 0 && errno == EINTR
        guard number >= 0 else { throw .system(errno, path: path) }
        self.number = number
    }

    deinit {
        close(number)
    }

    var status: stat? {
        var status = stat()
        return unsafe fstat(number, &status) == 0 ? status : nil
    }
}
