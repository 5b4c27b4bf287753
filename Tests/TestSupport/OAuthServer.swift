import Foundation

/// One issuer on a process of `Tests/Servers/oauth_server.py`, which all tests share.
package final class OAuthServer: Sendable {
    /// A request that the server saw.
    package struct Entry: Decodable, Sendable {
        package let path: String
        package let form: [String: String]
        package let bearer: String
        package let status: Int
    }

    /// A token that the server issued.
    package struct Token: Decodable, Sendable {
        package let token: String
        package let subject: String
        package let active: Bool
    }

    private static let shared = Task { try await ServerProcess.launch("oauth_server.py") }

    private let name = "i" + UUID().uuidString.lowercased()
    private let process: ServerProcess

    private init(_ process: ServerProcess) {
        self.process = process
    }

    package static func start() async throws -> OAuthServer {
        OAuthServer(try await shared.value)
    }

    package var issuer: String { "http://127.0.0.1:\(process.port)/\(name)" }

    /// Changes settings; see the script's own description.
    package func control(_ settings: String) async throws {
        _ = try await LoopbackExchange.send("POST", "/_control/\(name)", body: settings, port: process.port)
    }

    /// All requests so far to a path.
    package func log(_ path: String) async throws -> [Entry] {
        let json = try await LoopbackExchange.send("GET", "/_control/\(name)/log", port: process.port)
        return try JSONDecoder().decode([Entry].self, from: json).filter { $0.path == path }
    }

    /// What came of refreshes since the tokens were last made to end.
    package struct Refreshes: Decodable, Sendable {
        package let served: Int
        package let mostSpent: Int
        package let revoked: Int

        private enum CodingKeys: String, CodingKey {
            case served, revoked
            case mostSpent = "most_spent"
        }
    }

    /// Makes every access token end.
    package func expire() async throws {
        _ = try await LoopbackExchange.send("POST", "/_control/\(name)/expire", body: "{}", port: process.port)
    }

    /// Waits at most that long for a request that is answered since the tokens ended.
    package func served(within seconds: Int) async throws -> Refreshes {
        let json = try await LoopbackExchange.send("GET", "/_control/\(name)/served/\(seconds)", port: process.port)
        return try JSONDecoder().decode(Refreshes.self, from: json)
    }

    package func tokens() async throws -> [Token] {
        let json = try await LoopbackExchange.send("GET", "/_control/\(name)/tokens", port: process.port)
        return try JSONDecoder().decode([Token].self, from: json)
    }
}
