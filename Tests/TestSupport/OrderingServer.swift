import Foundation

/// A process of `Tests/Servers/ordering_server.py`, which ends with this object or with the test process.
package final class OrderingServer: Sendable {
    /// A request that the server saw.
    package struct Entry: Decodable, Sendable {
        package let method: String
        package let path: String
        package let body: String
        package let headers: [String: String]
        /// Scheme of the `Authorization` header, or empty.
        package let authorization: String
        /// Tells whether an earlier request came over the same connection.
        package let kept: Bool
        package let operation: String?
        package let outcome: String
        /// The session whose token came with the request, and the one that was issued by it.
        package let session: Int?
        package let issued: Int?
    }

    /// A session that the server issued.
    package struct Session: Decodable, Sendable {
        package let id: Int
        package let account: Int
        package let project: String
        package let active: Bool
    }

    package let port: Int
    private let process: Process
    private let input: Pipe

    /// Starts a server on a free port; with a certificate and its key (PEM files) it speaks TLS.
    package init(certificate: String? = nil, key: String? = nil) throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Servers/ordering_server.py")
        process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", script.path(), "--port", "0"]
        if let certificate, let key {
            process.arguments?.append(contentsOf: ["--tls-cert", certificate, "--tls-key", key])
        }
        input = Pipe()
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var line = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), byte.first != UInt8(ascii: "\n") {
            guard !byte.isEmpty else { break }
            line.append(byte)
        }
        guard let port = String(decoding: line, as: UTF8.self).split(separator: ":").last.flatMap({ Int($0) }) else {
            throw LoopbackExchange.Failure(step: "start of the server")
        }
        self.port = port
    }

    deinit {
        stop()
    }

    package var origin: String { "http://127.0.0.1:\(port)" }

    /// The root of the calls of the project `demo`.
    package var root: String { "\(origin)/v400/en/demo" }

    /// Ends the process and waits for that.
    package func stop() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// Sets modes and settings; see the script's own description.
    package func control(_ rules: String) throws {
        _ = try LoopbackExchange.send("POST", "/_control", body: rules, port: port)
    }

    /// All requests so far, or those of one operation.
    package func log(_ operation: String? = nil) throws -> [Entry] {
        try table("log", as: [Entry].self).filter { operation == nil || $0.operation == operation }
    }

    package func sessions() throws -> [Session] {
        try table("sessions", as: [Session].self)
    }

    /// The one-time code now valid for an address.
    package func code(for address: String) throws -> String? {
        try table("codes", as: [String: String].self)[address]
    }

    /// The accounts that push tokens are registered for.
    package func push() throws -> [String: Int] {
        try table("push", as: [String: Int].self)
    }

    private func table<T: Decodable>(_ name: String, as: T.Type) throws -> T {
        try JSONDecoder().decode(T.self, from: LoopbackExchange.send("GET", "/_control/\(name)", port: port))
    }
}
