import HTTPTransport
import SafeLogging
import Sealing
public import SessionAuth
import SessionVault

extension OAuthService {
    /// Begins a sign-in with a browser: it listens on this machine and sends nothing.
    ///
    /// - Throws: ``SessionAuth/ServiceError/Code/unsupported`` where the server has no authorization endpoint or rules out
    ///   S256, ``SessionAuth/ServiceError/Code/exhausted`` where the system has no port left.
    public func beginBrowserSignIn() throws(ServiceError) -> BrowserSignIn {
        guard branches.contains(.openID), let endpoint = metadata.authorization else {
            throw ServiceError(.unsupported)
        }
        let (listener, secrets) = (try RedirectListener(), BrowserSignIn.Secrets())
        var query = [
            (name: "response_type", value: "code"), (name: "client_id", value: configuration.clientID),
            (name: "redirect_uri", value: listener.address), (name: "state", value: secrets.state.publicText),
            (name: "code_challenge", value: CodeVerifier.challenge(of: secrets.verifier)),
            (name: "code_challenge_method", value: "S256"),
        ]
        if !configuration.scopes.isEmpty {
            query.append((name: "scope", value: configuration.scopes.joined(separator: " ")))
        }
        if isOpenID { query.append((name: "nonce", value: secrets.nonce.publicText)) }
        let address: ServerURL
        do throws(ServerURL.Refusal) { address = try endpoint.appending(query: query) } catch {
            throw ServiceError(.unsupported)
        }
        return BrowserSignIn(
            address: Sensitive(address.text), listener: listener, secrets: secrets, issuer: configuration.issuer,
            namesIssuer: metadata.namesIssuer, clock: clock)
    }

    /// Spends an authorization code: one request, never repeated (RFC 6749, 4.1.3; RFC 7636, 4.5).
    func redeem(_ credential: borrowing Credential) async throws(ServiceError) -> SignInAnswer {
        var form = exchange.form()
        form.add("grant_type", "authorization_code")
        form.add("code", secret: credential.secret)
        switch credential.redemption {
        case .some(let redemption):
            form.add("redirect_uri", redemption.redirectURI)
            form.add("code_verifier", secret: redemption.verifier)
        case .none: throw ServiceError(.unsupported)
        }
        let answer = try await exchange.post(form, to: metadata.token)
        guard answer.status == 200 else { throw answer.fault(refusing: .expired) }
        return try await signedIn(
            answer, scopes: configuration.scopes, nonce: isOpenID ? credential.copyOfNonce() : nil)
    }

    private var isOpenID: Bool { configuration.scopes.contains("openid") }
}

extension Credential {
    fileprivate func copyOfNonce() -> SecretBytes? {
        switch nonce {
        case .some(let nonce): nonce.copy()
        case .none: nil
        }
    }
}
