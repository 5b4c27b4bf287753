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
    public func signIn(with credential: borrowing Credential, extras: borrowing SignInExtras)
        async throws(ServiceError) -> SignInAnswer
    {
        let request = try OrderingCredential(credential, extras)
        let answer: OrderingAnswer
        do throws(ServiceError) { answer = try await post(request.path, body: request.body.copy()) } catch {
            throw error.code == .unauthorized || error.code == .forbidden ? ServiceError(.refused) : error
        }
        return SignInAnswer(
            profile: try answer.profileOfSignIn(realm: realm), tokens: try answer.tokens(at: .now),
            deviceCode: credential.branch == .deviceCode ? DeviceCode(code: credential.secret.copy()) : nil,
            notification: extras.copyOfNotification())
    }

    /// `GET /users/{id}`; where the server refuses that in its own words, `GET /users/me` tells whether it refuses the
    /// token.
    public func profile(of account: AccountID, token: borrowing SecretBytes) async throws(ServiceError)
        -> AccountAnswer
    {
        do throws(ServiceError) {
            let answer = try await send(.get, ["users", account.subject], token: token)
            return try answer.profile(realm: realm)
        } catch {
            guard error.code == .refused else { throw error }
            guard try await isAccepted(token) else { throw ServiceError(.unauthorized) }
            throw error
        }
    }

    /// `POST /auth/logout`. A token that the server does not accept needs no logout.
    public func logOut(token: borrowing SecretBytes, withdrawing notification: borrowing NotificationIdentity?)
        async throws(ServiceError)
    {
        var writer = JSONBodyWriter()
        do throws(JSONError) {
            switch notification {
            case .some(let identity):
                writer.add("notification_app", identity.app)
                try writer.add("notification_token", secret: identity.token)
                try writer.add("token_notification", secret: identity.token)
            case .none: break
            }
        } catch { throw ServiceError(.invalidInput) }
        do throws(ServiceError) {
            _ = try await send(.post, ["auth", "logout"], body: writer.finish(), token: token)
        } catch {
            guard error.code == .unauthorized else { throw error }
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
            _ = try await send(.get, ["users", "me"], query: [(name: "params", value: "id")], token: token)
            return true
        } catch {
            switch error.code {
            case .unauthorized, .forbidden, .refused: return false
            default: throw error
            }
        }
    }
}

extension OrderingAnswer {
    /// As ``profile(realm:)``; an answer without any result is one without a session.
    fileprivate func profileOfSignIn(realm: String) throws(ServiceError) -> AccountAnswer {
        guard let resultNode, view.kind(resultNode) != .null else { throw ServiceError(.noSession) }
        return try profile(realm: realm)
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
