package import Foundation

/// One plain HTTP exchange with a server on this machine, for steering test servers without the code under test.
package enum LoopbackExchange {
    package struct Failure: Error {
        package let step: String
    }

    /// Sends a request and returns the body of the answer, which must have status 200.
    package static func send(_ method: String, _ path: String, body: String = "", port: Int) async throws -> Data {
        try await OffPool.run { try exchange(method, path, body: body, port: port) }
    }

    /// Opens a connection and closes it again.
    package static func open(port: Int) async throws {
        try await OffPool.run { _ = close(try connection(port: port)) }
    }

    /// Sends bytes as they are and returns the whole answer; for requests that no client should make.
    package static func raw(_ request: String, port: Int) async throws -> String {
        try await OffPool.run {
            let handle = FileHandle(fileDescriptor: try connection(port: port), closeOnDealloc: true)
            try handle.write(contentsOf: Data(request.utf8))
            return String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
        }
    }

    private static func connection(port: Int) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        guard descriptor >= 0 else { throw Failure(step: "socket") }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        let connected = unsafe withUnsafeBytes(of: &address) { address in
            unsafe connect(
                descriptor, address.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(address.count))
        }
        guard connected == 0 else {
            close(descriptor)
            throw Failure(step: "connect")
        }
        return descriptor
    }

    private static func exchange(_ method: String, _ path: String, body: String, port: Int) throws -> Data {
        let descriptor = try connection(port: port)
        defer { close(descriptor) }
        let head = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        try handle.write(contentsOf: Data("\(head)Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8))
        let answer = try handle.readToEnd() ?? Data()
        guard answer.starts(with: Data("HTTP/1.1 200".utf8)), let gap = answer.range(of: Data("\r\n\r\n".utf8)) else {
            throw Failure(step: "answer")
        }
        return answer[gap.upperBound...]
    }
}
