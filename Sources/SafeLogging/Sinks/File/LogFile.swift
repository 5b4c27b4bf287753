import Glibc

/// An open log file.
struct LogFile: ~Copyable, Sendable {
    let descriptor: CInt
    /// Device and inode: whether a path still leads to this file.
    let identity: Identity
    /// The last line was cut off and needs an end of its own.
    var isMidLine = false

    struct Identity: Equatable, Sendable {
        let device: UInt64
        let inode: UInt64
    }

    init(path: String) throws(LogFileError) {
        // Non-blocking, so that a pipe in the file's place is refused instead of waited for.
        let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
        let descriptor = unsafe Glibc.open(path, flags, 0o600)
        guard descriptor >= 0 else { throw .system(errno) }
        var status = stat()
        var failure: LogFileError?
        if unsafe fstat(descriptor, &status) != 0 {
            failure = .system(errno)
        } else if status.st_mode & S_IFMT != S_IFREG || status.st_nlink != 1 {
            failure = .notRegular
        } else if status.st_uid != geteuid() {
            failure = .notOurs
        } else if status.st_mode & 0o7777 != 0o600, fchmod(descriptor, 0o600) != 0 {
            failure = .system(errno)
        }
        if let failure {
            close(descriptor)
            throw failure
        }
        self.init(owning: descriptor, status)
    }

    /// Takes over an open file of any kind.
    init(owning descriptor: CInt, _ status: stat) {
        self.descriptor = descriptor
        identity = Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }

    deinit {
        close(descriptor)
    }

    /// Appends lines with one `write(2)`; returns how many of their bytes were written.
    mutating func append(_ lines: ArraySlice<UInt8>) -> Int {
        let front = isMidLine ? 1 : 0
        let bytes = isMidLine ? [UInt8(ascii: "\n")] + lines : lines
        let written = Self.write(bytes, to: descriptor)
        if written > 0 { isMidLine = bytes[bytes.startIndex + written - 1] != UInt8(ascii: "\n") }
        return max(0, written - front)
    }

    private static func write(_ bytes: ArraySlice<UInt8>, to descriptor: CInt) -> Int {
        while true {
            let written = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written >= 0 { return written }
            guard errno == EINTR else { return 0 }
        }
    }

    struct Usage: Sendable {
        let size: Int
        /// Seconds since 1970.
        let lastWrite: Int64
    }

    /// How full and how old it is, or nil where it can't be told.
    var usage: Usage? {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return nil }
        return Usage(size: Int(status.st_size), lastWrite: Int64(status.st_mtim.tv_sec))
    }

    /// Tells whether `path` still leads here.
    func isAt(_ path: String) -> Bool {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return false }
        return identity == Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }
}
