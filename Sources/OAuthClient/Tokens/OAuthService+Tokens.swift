import HTTPTransport
public import Sealing
public import SessionAuth
public import SessionVault

extension OAuthService {
    /// Spends a refresh token (RFC 6749, 6): one request, never repeated.
    ///
    /// - Returns: the new tokens. Where the server does not rotate, the refresh token is the old one.
    /// - Throws: ``SessionAuth/ServiceError/Code/unauthorized`` where the server refuses the refresh token,
    ///   ``SessionAuth/ServiceError/Code/unsupported`` where there is none,
    ///   ``SessionAuth/ServiceError/Code/identityRefused`` where an identity token comes along that is not about the
    ///   account (OpenID Connect Core, 12.2).
    public func refresh(_ tokens: borrowing TokenSet, of account: AccountID) async throws(ServiceError) -> TokenSet {
        var form = exchange.form()
        form.add("grant_type", "refresh_token")
        switch tokens.refresh {
        case .some(let token): form.add("refresh_token", secret: token)
        case .none: throw ServiceError(.unsupported)
        }
        let answer = try await exchange.post(form, to: metadata.token)
        guard answer.status == 200 else { throw answer.fault(refusing: .unauthorized) }
        let document = try answer.goodDocument()
        // A clock that is wrong ends no session: whom the token is about is what matters here.
        do throws(ServiceError) {
            let subject = try identity(in: document, at: nil)
            guard subject == nil || subject == account.subject else { throw ServiceError(.identityRefused) }
        } catch {
            // The old refresh token, where the server does not rotate, is still the session's.
            await discard(try TokenSet(document, scopes: tokens.scopes))
            throw error
        }
        return try TokenSet(document, scopes: tokens.scopes, refresh: tokens.refresh)
    }

    /// Asks the server's introspection endpoint (RFC 7662), where it has one that takes this client.
    public func isActive(refreshToken: borrowing SecretBytes, of account: AccountID) async throws(ServiceError) -> Bool?
    {
        guard let url = metadata.introspection else { return nil }
        var form = exchange.form()
        form.add("token", secret: refreshToken)
        form.add("token_type_hint", "refresh_token")
        let answer = try await exchange.post(form, to: url)
        guard answer.status != 401, answer.status != 403 else { return nil }
        let document = try answer.goodDocument()
        return document.value("active").flatMap { document.bool($0) }
    }

    /// Revokes the access token: what a server without a session of its own can do (RFC 7009).
    ///
    /// - Throws: ``SessionAuth/ServiceError/Code/unsupported`` where the server has no revocation.
    public func logOut(token: borrowing SecretBytes, withdrawing notification: borrowing NotificationIdentity?)
        async throws(ServiceError)
    {
        guard try await revoke(token, hint: "access_token") else { throw ServiceError(.unsupported) }
    }

    /// Revokes the access token.
    public func revoke(token: borrowing SecretBytes, of account: AccountID) async throws(ServiceError) -> Bool {
        try await revoke(token, hint: "access_token")
    }

    /// Revokes the refresh token, and with it whatever the server holds to be of the same grant.
    public func revoke(refreshToken: borrowing SecretBytes, of account: AccountID) async throws(ServiceError) -> Bool {
        try await revoke(refreshToken, hint: "refresh_token")
    }

    /// Takes back tokens that can't become a session.
    ///
    /// Nobody is left to be told where that fails.
    func discard(_ tokens: borrowing TokenSet) async {
        switch tokens.refresh {
        case .some(let token): _ = try? await revoke(token, hint: "refresh_token")
        case .none: break
        }
        _ = try? await revoke(tokens.access, hint: "access_token")
    }

    /// A token that the server does not know counts as revoked there too (RFC 7009, 2.2).
    private func revoke(_ token: borrowing SecretBytes, hint: String) async throws(ServiceError) -> Bool {
        guard let url = metadata.revocation else { return false }
        var form = exchange.form()
        form.add("token", secret: token)
        form.add("token_type_hint", hint)
        let answer = try await exchange.post(form, to: url)
        guard answer.status == 200 else { throw answer.fault(refusing: .refused) }
        return true
    }
}
