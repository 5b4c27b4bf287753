import Sealing
import SessionVault

/// What is needed to end a session at the server after it is gone here: copies of its tokens and push identity in secret
/// memory, wiped when the cleanup is over.
final class EndingSession: Sendable {
    let account: AccountID
    let branch: SignInBranch
    let token: SecretBytes
    let refreshToken: SecretBytes?
    let notification: NotificationIdentity?
    /// The push identity could not be read, so that it can't be withdrawn.
    let notificationFault: VaultError.Code?

    /// A session that came with an answer, and that was not stored.
    ///
    /// A push identity that `current` has for the same account stays registered.
    init(_ answer: borrowing SignInAnswer, branch: SignInBranch, beside current: CurrentSession) {
        account = answer.profile.account
        self.branch = branch
        token = answer.tokens.access.copy()
        refreshToken = answer.tokens.copyRefreshToken()
        notification = answer.notification.copy(unlessOf: current.account == account ? current : .none)
        notificationFault = nil
    }

    /// Reads what a stored session needs for its end, while it is still stored.
    ///
    /// A push identity that came with `successor` stays registered, since it is the successor's now.
    ///
    /// Tokens that could not be stored are newer than the stored ones.
    init(
        _ session: Session<some SessionStanding>, before successor: borrowing NotificationIdentity? = nil,
        unsaved: UnsavedTokens? = nil
    ) throws(VaultError) {
        account = session.account
        branch = session.branch
        let tokens = try session.readTokens()
        refreshToken = unsaved?.tokens.copyRefreshToken() ?? tokens.copyRefreshToken()
        var fault: VaultError.Code?
        var identity: NotificationIdentity?
        do throws(VaultError) { identity = try session.readNotification() } catch { fault = error.code }
        notificationFault = fault
        notification = identity.isSame(as: successor) ? nil : identity
        token = unsaved?.tokens.access.copy() ?? tokens.access.copy()
    }

    /// Tokens that came too late for their session.
    init(_ tokens: borrowing TokenSet, of account: AccountID) {
        self.account = account
        branch = .deviceGrant
        token = tokens.access.copy()
        refreshToken = tokens.copyRefreshToken()
        notification = nil
        notificationFault = nil
    }

    convenience init(_ current: CurrentSession, unsaved: UnsavedTokens? = nil) throws(VaultError) {
        switch current {
        case .none: throw VaultError(.sessionEnded)
        case .provisional(let session): try self.init(session, unsaved: unsaved)
        case .active(let session): try self.init(session, unsaved: unsaved)
        }
    }
}

extension TokenSet {
    fileprivate func copyRefreshToken() -> SecretBytes? {
        switch refresh {
        case .some(let token): token.copy()
        case .none: nil
        }
    }
}

extension Optional where Wrapped == NotificationIdentity {
    fileprivate func isSame(as other: borrowing NotificationIdentity?) -> Bool {
        switch self {
        case .some(let identity):
            switch other {
            case .some(let other): identity.app == other.app && identity.token.equals(other.token)
            case .none: false
            }
        case .none: false
        }
    }

    fileprivate func copy(unlessOf current: CurrentSession) -> NotificationIdentity? {
        guard !isSame(as: current.readNotification()) else { return nil }
        switch self {
        case .some(let identity): return identity.copy()
        case .none: return nil
        }
    }
}
