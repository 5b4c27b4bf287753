import Glibc

/// Writes lines to a standard stream, which may be a pipe or a terminal that nobody reads, and waits only so long.
///
/// The stream's descriptor is shared with other processes and stays as it is: pipes and terminals are opened anew through
/// `/proc`, so that only this process's writes don't wait.
struct BoundedStream: ~Copyable, Sendable {
    /// How long one line may wait, in milliseconds.
    static let bound: Int64 = 100

    private let stream: CInt
    /// The same file, opened anew; below zero where there is none.
    private var own: CInt = -1
    private var ownIdentity: LogFile.Identity?
    /// The last line could not be written in time: until one can, none waits.
    private var isStalled = false
    private var isMidLine = false

    init(_ stream: CInt) {
        self.stream = stream
    }

    deinit {
        if own >= 0 { close(own) }
    }

    /// Writes `line` and a line feed; tells whether all of it was written.
    mutating func write(_ line: String) -> Bool {
        var status = stat()
        guard unsafe fstat(stream, &status) == 0 else { return false }
        var bytes = Array((isMidLine ? "\n" + line : line).utf8)
        bytes.append(UInt8(ascii: "\n"))
        let isSocket = status.st_mode & S_IFMT == S_IFSOCK
        let target = isSocket || status.st_mode & S_IFMT == S_IFREG ? stream : reopened(status)
        let deadline = Self.milliseconds() + (isStalled ? 0 : Self.bound)
        var written = 0
        while written < bytes.count {
            let count = PipeSignal.withheld { Self.write(bytes[written...], to: target, isSocket: isSocket) }
            if count > 0 {
                written += count
            } else if errno == EAGAIN {
                guard Self.awaitRoom(target, until: deadline) else { break }
            } else if errno != EINTR {
                break
            }
        }
        isStalled = written < bytes.count
        if written > 0 { isMidLine = written < bytes.count }
        return written == bytes.count
    }

    /// The stream's file opened without waiting, or the stream itself where that isn't allowed.
    private mutating func reopened(_ status: stat) -> CInt {
        let identity = LogFile.Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
        if identity != ownIdentity {
            if own >= 0 { close(own) }
            own = unsafe open("/proc/self/fd/\(stream)", O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
            ownIdentity = identity
        }
        return own >= 0 ? own : stream
    }

    private static func write(_ bytes: ArraySlice<UInt8>, to target: CInt, isSocket: Bool) -> Int {
        unsafe bytes.withUnsafeBytes { buffer in
            isSocket
                ? unsafe send(
                    target, buffer.baseAddress, buffer.count, CInt(MSG_DONTWAIT | MSG_NOSIGNAL))
                : unsafe Glibc.write(target, buffer.baseAddress, buffer.count)
        }
    }

    private static func awaitRoom(_ target: CInt, until deadline: Int64) -> Bool {
        let rest = deadline - milliseconds()
        guard rest > 0 else { return false }
        var request = pollfd(fd: target, events: Int16(POLLOUT), revents: 0)
        return unsafe poll(&request, 1, CInt(rest)) != 0
    }

    private static func milliseconds() -> Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}

/// The signal of a write to a pipe that nobody reads any more, which would end the process for a log line.
private enum PipeSignal {
    /// Runs `body` with the signal kept from this thread; `errno` stays as `body` left it.
    static func withheld(_ body: () -> Int) -> Int {
        var signals = sigset_t()
        var before = sigset_t()
        var pending = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe sigpending(&pending)
        let wasPending = unsafe sigismember(&pending, SIGPIPE) == 1
        unsafe pthread_sigmask(SIG_BLOCK, &signals, &before)
        let result = body()
        let fault = errno
        if result < 0, fault == EPIPE, !wasPending {
            var now = timespec()
            unsafe sigtimedwait(&signals, nil, &now)
        }
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
        errno = fault
        return result
    }
}
