import HTTPTransport
import Sealing
import SessionAuth

/// Sends requests to a server's endpoints, with what the app is to the server.
final class OAuthExchange: Sendable {
    private let transport: HTTPTransport
    private let clientID: String
    private let clientSecret: SecretBytes?

    init(_ transport: HTTPTransport, clientID: String, clientSecret: consuming SecretBytes?) {
        self.transport = transport
        self.clientID = clientID
        self.clientSecret = clientSecret
    }

    /// The fields by which the server knows the app (RFC 6749, 2.3.1).
    func form() -> FormBodyWriter {
        var form = FormBodyWriter()
        form.add("client_id", clientID)
        switch clientSecret {
        case .some(let secret): form.add("client_secret", secret: secret)
        case .none: break
        }
        return form
    }

    func post(_ form: consuming FormBodyWriter, to url: ServerURL) async throws(ServiceError) -> OAuthAnswer {
        var request = HTTPRequest(.post, url)
        do throws(TransportError) {
            try request.setHeader("Accept", "application/json")
            try request.setBody(form.finish(), type: .form)
            return OAuthAnswer(try await transport.send(request))
        } catch { throw ServiceError(error) }
    }

    func get(_ url: ServerURL) async throws(ServiceError) -> OAuthAnswer {
        var request = HTTPRequest(.get, url)
        do throws(TransportError) {
            try request.setHeader("Accept", "application/json")
            return OAuthAnswer(try await transport.send(request))
        } catch { throw ServiceError(error) }
    }

    func get(_ url: ServerURL, token: borrowing SecretBytes) async throws(ServiceError) -> OAuthAnswer {
        var request = HTTPRequest(.get, url)
        do throws(TransportError) {
            try request.setHeader("Accept", "application/json")
            try request.authorize(bearer: token)
            return OAuthAnswer(try await transport.send(request))
        } catch { throw ServiceError(error) }
    }
}
