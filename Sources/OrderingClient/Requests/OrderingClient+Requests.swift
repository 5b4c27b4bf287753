import HTTPTransport
public import Sealing
public import SessionAuth

extension OrderingClient {
    /// What is asked of a resource.
    public enum Method: Sendable {
        /// Reads it.
        case get
        /// Makes something below it.
        case post
        /// Changes it.
        case put
        /// Removes it.
        case delete
    }

    /// Sends a request below the project's root that one token authorizes, and returns the answer's `result` as JSON.
    ///
    /// The server judges each request anew; hand a refusal to the coordinator, and do not repeat the request.
    ///
    /// - Parameters:
    ///   - path: components, each of which is percent-encoded.
    ///   - body: a JSON object.
    ///   - deviceCode: the device that the request is made for (`X-Physical-Device-Code-X`).
    /// - Throws: ``SessionAuth/ServiceError/Code/unauthorized`` where the server does not accept the token,
    ///   ``SessionAuth/ServiceError/Code/refused`` where it answers with an error of its own.
    public func request(
        _ method: Method, _ path: [String], query: [(name: String, value: String)] = [],
        body: consuming SecretBytes? = nil, token: borrowing SecretBytes, deviceCode: borrowing SecretBytes? = nil
    ) async throws(ServiceError) -> SecretBytes {
        var request = try HTTPRequest(method.http, url(path, query))
        do throws(TransportError) {
            try request.authorize(bearer: token)
            if let body = consume body { try request.setBody(body, type: .json) }
            switch deviceCode {
            case .some(let code): try request.setHeader("X-Physical-Device-Code-X", secret: code)
            case .none: break
            }
        } catch { throw ServiceError(error) }
        return try await answer(to: request).good().result()
    }

    /// Sends a request that one token authorizes.
    func send(
        _ method: HTTPMethod, _ path: [String], query: [(name: String, value: String)] = [],
        body: consuming SecretBytes? = nil, token: borrowing SecretBytes
    ) async throws(ServiceError) -> OrderingAnswer {
        var request = try HTTPRequest(method, url(path, query))
        do throws(TransportError) {
            try request.authorize(bearer: token)
            if let body = consume body { try request.setBody(body, type: .json) }
        } catch { throw ServiceError(error) }
        return try await answer(to: request)
    }

    /// Sends a request that carries its own credential, or none.
    func post(_ path: [String], body: consuming SecretBytes) async throws(ServiceError) -> OrderingAnswer {
        var request = try HTTPRequest(.post, url(path, []))
        do throws(TransportError) { try request.setBody(body, type: .json) } catch { throw ServiceError(error) }
        return try await answer(to: request)
    }

    private func answer(to request: consuming HTTPRequest) async throws(ServiceError) -> OrderingAnswer {
        let answer: HTTPAnswer
        do throws(TransportError) {
            if let app = options.app { try request.setHeader("X-App-X", app) }
            answer = try await transport.send(request)
        } catch { throw ServiceError(error) }
        return try OrderingAnswer(answer)
    }

    private func url(_ path: [String], _ query: [(name: String, value: String)]) throws(ServiceError) -> ServerURL {
        do {
            var url = root
            for component in path { url = try url.appending(component) }
            return query.isEmpty ? url : try url.appending(query: query)
        } catch { throw ServiceError(.invalidInput) }
    }
}

extension OrderingClient.Method {
    fileprivate var http: HTTPMethod {
        switch self {
        case .get: .get
        case .post: .post
        case .put: .put
        case .delete: .delete
        }
    }
}

extension ServiceError {
    init(_ error: TransportError) {
        switch error.reason {
        case .libraryMissing, .libraryUnusable: self.init(.unavailable)
        case .invalidHeader: self.init(.invalidInput)
        case .unknownHost, .unreachable, .truncated, .failed: self.init(.unreachable)
        case .timedOut: self.init(.timedOut)
        case .cancelled: self.init(.cancelled)
        case .tlsRefused: self.init(.untrusted)
        case .notHTTP: self.init(.invalidAnswer)
        case .tooLarge: self.init(.answerTooLarge)
        }
    }
}
