public import SafeLogging
import Sealing
public import SessionAuth

/// A sign-in that awaits a browser on this machine (RFC 8252, with PKCE by S256).
///
/// Have the person open the address, and give what ``credential(within:)`` returns to the coordinator. The server has to
/// take `http://127.0.0.1/callback` with any port as the app's redirect address.
public struct BrowserSignIn: ~Copyable, Sendable {
    /// The address to open; whoever else opens it signs in to this app.
    public let address: Sensitive<String>
    let listener: RedirectListener
    let secrets: Secrets
    let issuer: String
    let namesIssuer: Bool
    let clock: any Clock<Duration>

    /// What binds the answer to this request; every logger of the process masks it.
    final class Secrets: Sendable {
        let state = CodeVerifier.random()
        let nonce = CodeVerifier.random()
        let verifier = CodeVerifier.random()

        init() {
            KnownSecrets.publish(state, as: .other)
            KnownSecrets.publish(nonce, as: .other)
            KnownSecrets.publish(verifier, as: .other)
        }

        deinit {
            KnownSecrets.withdraw(state)
            KnownSecrets.withdraw(nonce)
            KnownSecrets.withdraw(verifier)
        }
    }

    /// Waits until the browser brings the server's answer, and uses up the sign-in.
    ///
    /// It listens on 127.0.0.1 alone. The first request for its address decides: one whose state is not this sign-in's, or
    /// that is of another issuer (RFC 9207), ends it.
    ///
    /// - Parameter limit: how long the person has.
    /// - Throws: ``SessionAuth/ServiceError/Code/denied``, ``SessionAuth/ServiceError/Code/expired``,
    ///   ``SessionAuth/ServiceError/Code/cancelled``, ``SessionAuth/ServiceError/Code/identityRefused`` for an answer to
    ///   another request.
    public consuming func credential(within limit: Duration = .seconds(300)) async throws(ServiceError) -> Credential {
        let (secrets, issuer, namesIssuer) = (secrets, issuer, namesIssuer)
        let outcome = await listener.wait(for: limit, on: clock) { query in
            Self.code(in: query, secrets, issuer: issuer, isNamed: namesIssuer)
        }
        let code = try outcome.get()
        return .openID(
            authorizationCode: code.bytes.copy(), nonce: secrets.nonce.copy(),
            redemption: Credential.Redemption(verifier: secrets.verifier.copy(), redirectURI: listener.address))
    }

    private static func code(
        in query: borrowing RedirectQuery, _ secrets: Secrets, issuer: String, isNamed: Bool
    ) -> RedirectListener.Outcome {
        guard let state = query.value("state"), state.equals(secrets.state) else {
            return .failure(ServiceError(.identityRefused))
        }
        if isNamed || query.has("iss") {
            guard let named = query.value("iss"), named.equals(SecretBytes(utf8: issuer)) else {
                return .failure(ServiceError(.identityRefused))
            }
        }
        if query.has("error") { return .failure(ServiceError(Self.fault(query.value("error")))) }
        guard let code = query.value("code"), !code.isEmpty else { return .failure(ServiceError(.invalidAnswer)) }
        return .success(RedirectListener.Code(code))
    }

    /// What an error of RFC 6749, 4.1.2.1 means; its description is the server's text, and is never read.
    private static func fault(_ name: consuming SecretBytes?) -> ServiceError.Code {
        guard let name = name.take() else { return .invalidAnswer }
        let known: [(String, ServiceError.Code)] = [
            ("access_denied", .denied), ("server_error", .serverFault), ("temporarily_unavailable", .serverFault),
            ("invalid_request", .invalidInput), ("unauthorized_client", .clientRefused),
            ("invalid_scope", .unsupported),
            ("unsupported_response_type", .unsupported),
        ]
        return known.first { name.equals(SecretBytes(utf8: $0.0)) }?.1 ?? .invalidAnswer
    }
}
