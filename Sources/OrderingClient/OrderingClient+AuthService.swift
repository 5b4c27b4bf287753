import HTTPTransport
public import Sealing
public import SessionAuth
public import SessionVault

extension OrderingClient: AuthService {
    /// The branches that the API has.
    public var branches: Set<SignInBranch> {
        Set(SignInBranch.allCases).subtracting([.openID, .deviceGrant])
    }

    /// `POST /auth`, or a provider's path below it.
    ///
    /// A session in an answer that can't be used is logged out before this throws. Google's identity token has to hold
    /// now, with the credential's nonce and for the project's client ID where these are known; else nothing is sent. Its
    /// signature is the server's to check. Where the account names a person too, it has to be the token's; the other
    /// providers' values name nobody.
    public func signIn(with credential: borrowing Credential, extras: borrowing SignInExtras)
        async throws(ServiceError) -> SignInAnswer
    {
        let person = credential.branch == .google ? try person(in: credential) : nil
        let answer = try await answer(to: credential, extras)
        do throws(ServiceError) { return try read(answer, to: credential, extras, person: person) } catch {
            if let token = answer.accessToken() { await discard(token, extras) }
            throw error.code == .unauthorized || error.code == .forbidden ? ServiceError(.refused) : error
        }
    }

    /// `GET /users/{id}`; where the server refuses that in its own words, `GET /users/me` tells whether it refuses the
    /// token.
    public func profile(of account: AccountID, token: borrowing SecretBytes) async throws(ServiceError)
        -> AccountAnswer
    {
        do throws(ServiceError) {
            let answer = try await send(.get, ["users", account.subject], token: token).good()
            let profile = try answer.profile(realm: realm)
            guard profile.account == account else { throw ServiceError(.invalidAnswer) }
            return profile
        } catch {
            guard error.code == .refused else { throw error }
            guard try await isAccepted(token) else { throw ServiceError(.unauthorized) }
            throw error
        }
    }

    /// `POST /auth/logout`.
    ///
    /// A token that the server does not accept needs no logout; but a push identity can't be withdrawn with it, and this
    /// says so.
    public func logOut(token: borrowing SecretBytes, withdrawing notification: borrowing NotificationIdentity?)
        async throws(ServiceError)
    {
        var writer = JSONBodyWriter()
        var isWithdrawing = false
        do throws(JSONError) {
            switch notification {
            case .some(let identity):
                isWithdrawing = true
                writer.add("notification_app", identity.app)
                try writer.add("notification_token", secret: identity.token)
                try writer.add("token_notification", secret: identity.token)
            case .none: break
            }
        } catch { throw ServiceError(.invalidInput) }
        do throws(ServiceError) {
            _ = try await send(.post, ["auth", "logout"], body: writer.finish(), token: token).good()
        } catch {
            guard error.code == .unauthorized, !isWithdrawing else { throw error }
        }
    }

    /// The API has no revocation, so this asks whether the token is still accepted.
    ///
    /// - Returns: true where the server says that it is not.
    /// - Throws: ``SessionAuth/ServiceError/Code/stillAccepted`` where it is.
    public func revoke(token: borrowing SecretBytes, of account: AccountID) async throws(ServiceError) -> Bool {
        guard try await !isAccepted(token) else { throw ServiceError(.stillAccepted) }
        return true
    }

    /// `GET /users/me`, which answers with an error where the token is not the active one.
    private func isAccepted(_ token: borrowing SecretBytes) async throws(ServiceError) -> Bool {
        do throws(ServiceError) {
            _ = try await send(.get, ["users", "me"], query: [(name: "params", value: "id")], token: token).good()
            return true
        } catch {
            guard error.code == .unauthorized || error.code == .refused else { throw error }
            return false
        }
    }
}

extension OrderingClient {
    /// The spellings that Google documents for itself.
    private static let google = ["https://accounts.google.com", "accounts.google.com"]

    /// The person whom Google's identity token names, if it is a token for this app, this request and this time.
    private func person(in credential: borrowing Credential) throws(ServiceError) -> String {
        do throws(IdentityToken.Refusal) {
            let token = try IdentityToken(credential.secret)
            if let audience = options.googleClientID { try token.check(issuers: Self.google, audience: audience) }
            try token.check(now: Int(UnixTime.now.milliseconds / 1_000))
            switch credential.nonce {
            case .some(let nonce): try token.check(nonce: nonce)
            case .none: break
            }
            return token.subject
        } catch { throw ServiceError(.identityRefused, neverSent: true) }
    }

    private func answer(to credential: borrowing Credential, _ extras: borrowing SignInExtras)
        async throws(ServiceError) -> OrderingAnswer
    {
        let request = try OrderingCredential(credential, extras, textMessages: options.textMessages)
        let path = request.path
        do throws(ServiceError) { return try await post(path, body: request.body()) } catch {
            throw error.code == .unauthorized || error.code == .forbidden ? ServiceError(.refused) : error
        }
    }

    private func read(
        _ answer: borrowing OrderingAnswer, to credential: borrowing Credential, _ extras: borrowing SignInExtras,
        person: String?
    ) throws(ServiceError) -> SignInAnswer {
        if let failure = answer.failure { throw failure }
        guard let user = answer.resultNode else { throw ServiceError(.noSession) }
        let profile = try answer.profile(realm: realm)
        let tokens = try answer.tokens(at: .now)
        if let person, let socialID = answer.view.value("social_id", in: user), answer.view.kind(socialID) != .null,
            answer.view.publicText(socialID, atMost: 255) != person
        {
            throw ServiceError(.invalidAnswer)
        }
        return SignInAnswer(
            profile: profile, tokens: tokens,
            deviceCode: credential.branch == .deviceCode ? DeviceCode(code: credential.secret.copy()) : nil,
            notification: extras.copyOfNotification())
    }

    /// Logs out a session that nobody will use.
    ///
    /// There is nobody to report to: the sign-in's own error comes first.
    private func discard(_ token: borrowing SecretBytes, _ extras: borrowing SignInExtras) async {
        try? await logOut(token: token, withdrawing: extras.notification)
    }
}

extension SignInExtras {
    fileprivate func copyOfNotification() -> NotificationIdentity? {
        switch notification {
        case .some(let identity): identity.copy()
        case .none: nil
        }
    }
}
