import HTTPTransport
public import Sealing
public import SessionAuth
import SessionVault

/// A client of the hosted ordering API: one project at one server.
///
/// It holds no token: each request is lent the one it needs. Answers are at most 1 MiB; redirects are not followed.
public struct OrderingClient: Sendable {
    let transport: HTTPTransport
    let root: ServerURL
    let app: String?

    /// Speaks for one project of one server.
    ///
    /// - Parameters:
    ///   - server: the server's address: `https://…`, or `http://…` on this machine.
    ///   - project: the tenant; a token means something only together with it.
    ///   - app: what to send as `X-App-X`, where the project asks for it.
    ///   - timeout: how long a request may take in all.
    ///   - authorities: a PEM file of the authorities to trust in place of the system's.
    /// - Throws: ``SessionAuth/ServiceError/Code/badAddress``, which never shows the address.
    public init(
        server: String, project: String, version: String = "v400", language: String = "en", app: String? = nil,
        timeout: Duration = .seconds(30), authorities: String? = nil
    ) throws(ServiceError) {
        do {
            let server = try ServerURL(server)
            root = try server.appending(version, language, project)
            realm = "\(server.origin)/\(project)"
        } catch { throw ServiceError(.badAddress) }
        var limits = HTTPLimits()
        limits.total = timeout
        limits.connect = min(timeout, limits.connect)
        transport = HTTPTransport(limits: limits, trust: authorities.map { .file(path: $0) } ?? .system)
        self.app = app
    }

    /// Server and project, since a token means something only together with both.
    public let realm: String

    /// Gets a resource below the project's root, authorized by one token, and returns the answer's `result` as JSON.
    ///
    /// - Throws: ``SessionAuth/ServiceError/Code/unauthorized`` where the server does not accept the token.
    public func get(_ path: [String], token: borrowing SecretBytes) async throws(ServiceError) -> SecretBytes {
        let answer = try await send(.get, path, token: token)
        return try answer.result()
    }

    /// Sends a request that one token authorizes.
    func send(
        _ method: HTTPMethod, _ path: [String], query: [(name: String, value: String)] = [],
        body: consuming SecretBytes? = nil, token: borrowing SecretBytes
    ) async throws(ServiceError) -> OrderingAnswer {
        let answer: HTTPAnswer
        do throws(TransportError) {
            var request = HTTPRequest(method, try url(path, query))
            try request.authorize(bearer: token)
            if let body = consume body { try request.setBody(body, type: .json) }
            answer = try await send(request)
        } catch { throw ServiceError(error) }
        return try OrderingAnswer(answer)
    }

    /// Sends a request that carries its own credential.
    func post(_ path: [String], body: consuming SecretBytes) async throws(ServiceError) -> OrderingAnswer {
        let answer: HTTPAnswer
        do throws(TransportError) {
            var request = HTTPRequest(.post, try url(path, []))
            try request.setBody(body, type: .json)
            answer = try await send(request)
        } catch { throw ServiceError(error) }
        return try OrderingAnswer(answer)
    }

    private func send(_ request: consuming HTTPRequest) async throws(TransportError) -> HTTPAnswer {
        if let app { try request.setHeader("X-App-X", app) }
        return try await transport.send(request)
    }

    private func url(_ path: [String], _ query: [(name: String, value: String)]) throws(TransportError) -> ServerURL {
        do {
            var url = root
            for component in path { url = try url.appending(component) }
            return query.isEmpty ? url : try url.appending(query: query)
        } catch { throw TransportError(.invalidHeader) }
    }
}
