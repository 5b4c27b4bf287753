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

    /// Makes a new file with mode 0600, whatever the umask.
    static func creating(_ path: String) throws(VaultError) -> FileDescriptor {
        let file = try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
        guard fchmod(file.number, 0o600) == 0 else { throw .system(errno, path: path) }
        return file
    }

    /// Takes over an open descriptor.
    init(owning number: CInt) {
        self.number = number
    }

    /// Writes all of the bytes.
    func write(_ bytes: [UInt8], path: String) throws(VaultError) {
        try bytes.withRawSpan { (bytes) throws(VaultError) in try write(bytes, path: path) }
    }

    /// Writes all of the bytes.
    func write(_ bytes: RawSpan, path: String) throws(VaultError) {
        var offset = 0
        while offset < bytes.byteCount {
            let count = unsafe bytes.withUnsafeBytes { bytes in
                unsafe Glibc.write(number, bytes.baseAddress.map { unsafe $0 + offset }, bytes.count - offset)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .system(errno, path: path) }
            offset += count
        }
    }

    /// Reads once; nothing at the end.
    func read(atMost limit: Int, path: String) throws(VaultError) -> [UInt8] {
        var count = 0
        var cause: CInt = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { target, initialized in
            repeat {
                count = unsafe Glibc.read(number, target.baseAddress, limit)
                cause = errno
            } while count < 0 && cause == EINTR
            initialized = max(count, 0)
        }
        guard count >= 0 else { throw .system(cause, path: path) }
        return bytes
    }

    /// Makes what was written durable; a pipe has nothing to flush.
    func flush(path: String) throws(VaultError) {
        guard fsync(number) == 0 || errno == EINVAL || errno == EROFS else { throw .system(errno, path: path) }
    }

    /// Leaves the open descriptor to the caller.
    consuming func giveUp() -> CInt {
        let number = number
        discard self
        return number
    }

    deinit {
        close(number)
    }

    var status: stat? {
        var status = stat()
        return unsafe fstat(number, &status) == 0 ? status : nil
    }
}
