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
    /// The session that the vault keeps this for until the server was asked; nil where it does not.
    let kept: [UInt8]?

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
        kept = nil
    }

    /// Reads what a stored session needs for its end, while it is still stored.
    ///
    /// A push identity that came with `successor` stays registered, since it is the successor's now.
    ///
    /// Tokens of this session that could not be stored are newer than the stored ones.
    init(
        _ session: Session<some SessionStanding>, before successor: borrowing NotificationIdentity? = nil,
        unsaved: UnsavedTokens? = nil
    ) throws(VaultError) {
        let unsaved = unsaved?.identity == session.identity ? unsaved : nil
        account = session.account
        branch = session.branch
        kept = session.identity
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
        kept = nil
    }

    /// What the vault has kept since the session ended.
    ///
    /// A push identity that another session has by now stays registered.
    init(_ pending: borrowing PendingLogout, _ key: PendingLogout.Key, isPushInUse isInUse: Bool) {
        account = key.account
        branch = key.branch
        token = pending.access.copy()
        refreshToken = pending.refresh.copy()
        notification = isInUse ? nil : pending.notification.copy()
        notificationFault = nil
        kept = key.session
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

extension Optional where Wrapped == SecretBytes {
    fileprivate func copy() -> SecretBytes? {
        switch self {
        case .some(let token): token.copy()
        case .none: nil
        }
    }
}

extension Optional where Wrapped == NotificationIdentity {
    fileprivate func copy() -> NotificationIdentity? {
        switch self {
        case .some(let identity): identity.copy()
        case .none: nil
        }
    }

    fileprivate func copy(unlessOf current: CurrentSession) -> NotificationIdentity? {
        isSame(as: current.readNotification()) ? nil : copy()
    }
}
