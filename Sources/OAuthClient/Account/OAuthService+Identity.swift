import HTTPTransport
import Sealing
import SessionAuth
import SessionVault

extension OAuthService {
    /// Makes a sign-in's answer of a token endpoint's, with the account that userinfo names.
    ///
    /// Userinfo has to be about the person that the identity token names (OpenID Connect Core, 5.3.2).
    ///
    /// - Parameter nonce: what the request was bound to; there has to be an identity token with it then.
    func signedIn(
        _ answer: consuming OAuthAnswer, scopes: [String], nonce: borrowing SecretBytes? = nil
    ) async throws(ServiceError) -> SignInAnswer {
        let date = answer.serverDate
        let document = try answer.goodDocument()
        let tokens = try TokenSet(document, scopes: scopes)
        do throws(ServiceError) {
            let local = Int(UnixTime.now.milliseconds / 1_000)
            let time = IdentityToken.now(local: local, server: date)
            let subject = try identity(in: document, at: time, nonce: nonce)
            let profile = try await userinfo(token: tokens.access)
            guard subject == nil || subject == profile.account.subject else { throw ServiceError(.identityRefused) }
            return SignInAnswer(profile: profile, tokens: tokens)
        } catch {
            await discard(tokens)
            throw error
        }
    }

    /// The person whom the answer's identity token names; nil where there is none and none is needed.
    ///
    /// Every claim is checked, its times at `time` in seconds since 1970 unless that is nil. The signature is not, since the
    /// token comes from the token endpoint itself; see ``HTTPTransport/IdentityToken``.
    func identity(
        in document: borrowing JSONView, at time: Int?, nonce: borrowing SecretBytes? = nil
    ) throws(ServiceError) -> String? {
        guard let node = document.value("id_token"), document.kind(node) != .null else {
            switch nonce {
            case .some: throw ServiceError(.identityRefused)
            case .none: return nil
            }
        }
        guard let bytes = document.secret(node) else { throw ServiceError(.identityRefused) }
        do throws(IdentityToken.Refusal) {
            let token = try IdentityToken(bytes)
            try token.check(issuers: [configuration.issuer], audience: configuration.clientID)
            if let time { try token.check(now: time) }
            switch nonce {
            case .some(let nonce): try token.check(nonce: nonce)
            case .none: break
            }
            return token.subject
        } catch { throw ServiceError(.identityRefused) }
    }
}
