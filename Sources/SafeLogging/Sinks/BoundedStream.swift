import Glibc

/// Writes lines to a standard stream, which may be a pipe or a terminal that nobody reads, and waits only so long.
///
/// The stream's descriptor is shared with other processes and stays as it is: pipes and terminals are opened anew through
/// `/proc`, so that only this process's writes don't wait. Where that is forbidden, each write of 4 KiB is made only once
/// there is room for it, which another process could take in between.
struct BoundedStream: ~Copyable, Sendable {
    /// How long one line may wait, in milliseconds.
    static let bound: Int64 = 100

    /// What a pipe that says that it has room takes at once.
    private static let pipeRoom = 4_096

    private enum Access {
        case file
        case socket
        case nonblocking(CInt)
        /// Shared with other processes, and waited for before each write.
        case shared
    }

    private let stream: CInt
    private let mayReopen: Bool
    /// The same file, opened anew; below zero where there is none.
    private var own: CInt = -1
    private var ownIdentity: LogFile.Identity?
    /// The last line could not be written in time: until one can, none waits.
    private var isStalled = false
    private var isMidLine = false

    init(_ stream: CInt, mayReopen: Bool = true) {
        self.stream = stream
        self.mayReopen = mayReopen
    }

    deinit {
        if own >= 0 { close(own) }
    }

    /// Writes `line` and a line feed; tells whether all of it was written.
    mutating func write(_ line: String) -> Bool {
        guard let access = access() else { return false }
        var bytes = Array((isMidLine ? "\n" + line : line).utf8)
        bytes.append(UInt8(ascii: "\n"))
        let written = write(bytes, access, until: Self.milliseconds() + (isStalled ? 0 : Self.bound))
        isStalled = written < bytes.count
        if written > 0 { isMidLine = bytes[written - 1] != UInt8(ascii: "\n") }
        return !isStalled
    }

    private func write(_ bytes: [UInt8], _ access: Access, until deadline: Int64) -> Int {
        var written = 0
        while written < bytes.count {
            let rest = bytes[written...]
            let count: Int
            switch access {
            case .file: count = Self.write(rest, to: stream)
            case .socket: count = PipeSignal.withheld { Self.send(rest, to: stream) }
            case .nonblocking(let own): count = PipeSignal.withheld { Self.write(rest, to: own) }
            case .shared:
                guard Self.hasRoom(stream, until: deadline) else { return written }
                count = PipeSignal.withheld { Self.write(rest.prefix(Self.pipeRoom), to: stream) }
            }
            if count > 0 {
                written += count
            } else if errno == EAGAIN {
                guard Self.milliseconds() < deadline, Self.hasRoom(stream, until: deadline) else { return written }
            } else if errno != EINTR {
                return written
            }
        }
        return written
    }

    /// How the stream can be written to without waiting; a process that may not be dumped can't open it anew.
    private mutating func access() -> Access? {
        var status = stat()
        guard unsafe fstat(stream, &status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFSOCK: return .socket
        case S_IFREG: return .file
        default: break
        }
        let identity = LogFile.Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
        if identity != ownIdentity {
            if own >= 0 { close(own) }
            let flags = O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY
            own = mayReopen ? unsafe open("/proc/self/fd/\(stream)", flags) : -1
            ownIdentity = identity
        }
        return own >= 0 ? .nonblocking(own) : .shared
    }

    private static func write(_ bytes: ArraySlice<UInt8>, to target: CInt) -> Int {
        unsafe bytes.withUnsafeBytes { buffer in unsafe Glibc.write(target, buffer.baseAddress, buffer.count) }
    }

    private static func send(_ bytes: ArraySlice<UInt8>, to target: CInt) -> Int {
        unsafe bytes.withUnsafeBytes { buffer in
            unsafe Glibc.send(target, buffer.baseAddress, buffer.count, CInt(MSG_DONTWAIT | MSG_NOSIGNAL))
        }
    }

    private static func hasRoom(_ target: CInt, until deadline: Int64) -> Bool {
        var request = pollfd(fd: target, events: Int16(POLLOUT), revents: 0)
        return unsafe poll(&request, 1, CInt(max(0, deadline - milliseconds()))) != 0
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
