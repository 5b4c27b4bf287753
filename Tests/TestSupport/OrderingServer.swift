import Foundation

/// One project on a process of `Tests/Servers/ordering_server.py`.
///
/// Projects share accounts, and nothing else.
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
        package let active: Bool
    }

    private static let shared = Task { try await ServerProcess.launch("ordering_server.py") }

    /// The project, which is the root's last component.
    package let project: String
    private let process: ServerProcess

    private init(_ process: ServerProcess) {
        self.process = process
        project = "p" + UUID().uuidString.lowercased()
    }

    /// A fresh project on the process that all tests share.
    package static func start() async throws -> OrderingServer {
        OrderingServer(try await shared.value)
    }

    /// A process of its own; with a certificate and its key (PEM files) it speaks TLS, and can't be steered.
    package static func launch(certificate: String? = nil, key: String? = nil) async throws -> OrderingServer {
        var arguments: [String] = []
        if let certificate, let key { arguments = ["--tls-cert", certificate, "--tls-key", key] }
        return OrderingServer(try await ServerProcess.launch("ordering_server.py", arguments))
    }

    package var port: Int { process.port }
    package var origin: String { "http://127.0.0.1:\(port)" }
    /// The root of the project's calls.
    package var root: String { "\(origin)/v400/en/\(project)" }

    /// Ends the process and waits for that; for a server of one's own.
    package func stop() async throws { try await process.stop() }

    /// Sets modes and settings; see the script's own description.
    package func control(_ rules: String) async throws {
        _ = try await LoopbackExchange.send("POST", "/_control/\(project)", body: rules, port: port)
    }

    /// All requests so far, or those of one operation.
    package func log(_ operation: String? = nil) async throws -> [Entry] {
        try await table("log", as: [Entry].self).filter { operation == nil || $0.operation == operation }
    }

    /// Returns once `count` requests of an operation have had that outcome, such as `hang` or `client-left`.
    package func wait(for operation: String, _ outcome: String, count: Int = 1) async throws {
        _ = try await LoopbackExchange.send(
            "GET", "/_control/\(project)/wait/\(operation)/\(outcome)/\(count)", port: port)
    }

    package func sessions() async throws -> [Session] {
        try await table("sessions", as: [Session].self)
    }

    /// The one-time code now valid for an address.
    package func code(for address: String) async throws -> String? {
        try await table("codes", as: [String: String].self)[address]
    }

    /// The accounts that push tokens are registered for.
    package func push() async throws -> [String: Int] {
        try await table("push", as: [String: Int].self)
    }

    private func table<T: Decodable>(_ name: String, as: T.Type) async throws -> T {
        let json = try await LoopbackExchange.send("GET", "/_control/\(project)/\(name)", port: port)
        return try JSONDecoder().decode(T.self, from: json)
    }
}
