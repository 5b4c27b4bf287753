import CLinux
import Glibc
import Sealing

/// A socket of this machine alone: a thin layer over the system's calls.
struct LoopbackSocket: ~Copyable, Sendable {
    let descriptor: CInt

    private init(_ descriptor: CInt) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Listens on 127.0.0.1, at a port that the system chooses; nil where it has none.
    static func listening() -> LoopbackSocket? {
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        let listener = LoopbackSocket(descriptor)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(descriptor, $0, size) }
        }
        guard isBound == 0, listen(descriptor, 8) == 0 else { return nil }
        return listener
    }

    /// The port that it listens at.
    var port: UInt16 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = unsafe withUnsafeMutablePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(descriptor, $0, &size)
            }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    /// The process has no descriptor left for a connection that waits.
    struct NoRoom: Error {}

    /// A connection that waits; nil where none does.
    func connection() throws(NoRoom) -> LoopbackSocket? {
        let connection = cl_accept(descriptor)
        guard connection < 0 else { return LoopbackSocket(connection) }
        if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) { throw NoRoom() }
        return nil
    }

    /// Reads what there is into the rest of `buffer`; 0 at the end or after a fault, nil where nothing is there yet.
    func read(into buffer: inout SecretBytes, from offset: Int) -> Int? {
        let count = unsafe buffer.withUnsafeMutableBytes { buffer in
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[offset...])
            return unsafe recv(descriptor, rest.baseAddress, rest.count, 0)
        }
        if count < 0, errno == EAGAIN || errno == EINTR { return nil }
        return max(0, count)
    }

    /// Writes a short text, and ends the connection; whether it arrives is the browser's business.
    consuming func finish(with text: String) {
        let bytes = Array(text.utf8)
        _ = unsafe send(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL))
        shutdown(descriptor, CInt(SHUT_WR))
    }
}

/// Wakes a thread that waits for sockets.
struct WakePipe: ~Copyable, Sendable {
    let reading: CInt
    private let writing: CInt

    init?() {
        var ends: [CInt] = [-1, -1]
        guard unsafe cl_pipe(&ends) == 0 else { return nil }
        (reading, writing) = (ends[0], ends[1])
    }

    deinit {
        close(reading)
        close(writing)
    }

    func wake() {
        var byte: UInt8 = 1
        _ = unsafe write(writing, &byte, 1)
    }
}
