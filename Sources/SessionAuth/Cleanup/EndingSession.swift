import Sealing
import SessionVault

/// What is needed to end a session at the server after it is gone here: copies of its token and push identity in secret
/// memory, wiped when the cleanup is over.
final class EndingSession: Sendable {
    let account: AccountID
    let branch: SignInBranch?
    let token: SecretBytes
    let notification: NotificationIdentity?

    init(_ answer: borrowing SignInAnswer, branch: SignInBranch) {
        account = answer.profile.account
        self.branch = branch
        token = answer.tokens.access.copy()
        switch answer.notification {
        case .some(let identity): notification = identity.copy()
        case .none: notification = nil
        }
    }

    /// Reads what a stored session needs for its end, while it is still stored.
    init(_ session: Session<some SessionStanding>) throws(VaultError) {
        account = session.account
        branch = session.branch
        let tokens = try session.readTokens()
        notification = try session.readNotification()
        token = tokens.access.copy()
    }

    /// The current session, where a sign-in replaces it by another account's.
    convenience init?(ofOther current: CurrentSession, than answer: borrowing SignInAnswer) {
        guard let account = current.account, account != answer.profile.account else { return nil }
        do throws(VaultError) { try self.init(current) } catch { return nil }
    }

    convenience init(_ current: CurrentSession) throws(VaultError) {
        switch current {
        case .none: throw VaultError(.sessionEnded)
        case .provisional(let session): try self.init(session)
        case .active(let session): try self.init(session)
        }
    }
}
