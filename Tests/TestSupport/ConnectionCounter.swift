import Foundation

/// A port of this machine that takes connections and counts them, and never answers.
package final class ConnectionCounter: Sendable {
    package let port: Int
    private let descriptor: Int32

    package init() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC | O_NONBLOCK, 0)
        guard listener >= 0 else { throw LoopbackExchange.Failure(step: "socket") }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = unsafe withUnsafeMutableBytes(of: &address) { bytes in
            let pointer = unsafe bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
            return unsafe bind(listener, pointer, length) == 0 && listen(listener, 128) == 0
                && getsockname(listener, pointer, &length) == 0
        }
        guard isBound else {
            close(listener)
            throw LoopbackExchange.Failure(step: "bind")
        }
        descriptor = listener
        port = Int(in_port_t(bigEndian: address.sin_port))
    }

    deinit { close(descriptor) }

    /// How many connections were made since the last call.
    package func count() -> Int {
        var count = 0
        while true {
            let connection = accept(descriptor, nil, nil)
            guard connection >= 0 else { return count }
            close(connection)
            count += 1
        }
    }
}
