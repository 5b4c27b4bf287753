/// How far a local session is established.
public protocol SessionStanding: Sendable {}

/// The server's answer passed the gate in this process.
public enum Admitted: SessionStanding {}

/// Restored from disk: not yet confirmed by the server.
public enum Provisional: SessionStanding {}

/// A session that came through the gate.
public typealias AdmittedSession = Session<Admitted>

/// A session that was found on disk.
///
/// It can authorize requests, each of which the server judges, and be discarded; it becomes an ``AdmittedSession``
/// only through a settled answer and the gate.
public typealias ProvisionalSession = Session<Provisional>

/// One account's local session in a vault.
///
/// The value holds no secret.
public struct Session<Standing: SessionStanding>: Sendable {
    let core: SessionCore

    init(core: SessionCore) {
        self.core = core
    }

    /// Whose session it is.
    public var account: AccountID { core.account }
    /// The branch that admitted it.
    public var branch: SignInBranch { core.admitted.branch }
    /// The gate policy under which it was admitted.
    public var policy: GatePolicy { core.admitted.policy }
    /// When it was admitted.
    public var created: UnixTime { core.created }

    /// The account's tag in this vault's reports and logs.
    ///
    /// - Throws: ``VaultError/Code/locked``.
    public func accountTag() throws(VaultError) -> AccountTag {
        try core.vault.unlockedKeys().tag(of: core.account)
    }

    /// Random, and the same for every handle of one session; a later session of the account has another.
    package var identity: [UInt8] { core.id }

    /// The access token, for authorizing requests.
    public var accessToken: AccessToken { AccessToken(core: core) }

    /// Reads the tokens from the vault.
    ///
    /// The caller wipes them by letting them go.
    public func readTokens() throws(VaultError) -> TokenSet {
        try core.tokens().tokens.copy()
    }

    /// Reads the user record, where there is one.
    public func readUser() throws(VaultError) -> UserRecord? {
        try core.read()
    }

    /// Reads the device code, where one is kept.
    public func readDeviceCode() throws(VaultError) -> DeviceCode? {
        try core.read()
    }

    /// Reads the push identity, where there is one.
    public func readNotification() throws(VaultError) -> NotificationIdentity? {
        try core.read()
    }

    /// Removes the session and everything of it from the vault, and nothing of a later session of the same account.
    ///
    /// Flushes to the disk. Does nothing where it has been removed already.
    public func remove() throws(VaultError) {
        do throws(VaultError) {
            try core.write { (transaction) throws(VaultError) in try transaction.removeSession(of: core.account) }
        } catch {
            core.vault.forget(core.id)
            guard error.code == .sessionEnded else { throw error }
            return
        }
        core.vault.forget(core.id)
        core.vault.store.purge()
    }
}

extension Session where Standing == Admitted {
    /// Replaces the tokens after a refresh.
    ///
    /// Flushes to the disk.
    ///
    /// - Throws: ``VaultError/Code/sessionEnded`` where the session was signed out or replaced meanwhile: an answer that
    ///   comes late is not written.
    public func replaceTokens(with tokens: borrowing TokenSet) throws(VaultError) {
        try core.write { (transaction) throws(VaultError) in
            try transaction.note(JournalEvent(.refreshed, account: transaction.keys.tag(of: account)))
            try transaction.put(tokens, core: core, expiry: tokens.expiry)
        }
    }

    /// Keeps a device code, or with nil removes it.
    ///
    /// Flushes to the disk.
    public func setDeviceCode(_ code: borrowing DeviceCode?) throws(VaultError) {
        try code.checkLimits()
        try core.write { (transaction) throws(VaultError) in try transaction.put(optional: code, core: core) }
    }

    /// Keeps a push identity, or with nil removes it.
    ///
    /// Flushes to the disk.
    public func setNotification(_ identity: borrowing NotificationIdentity?) throws(VaultError) {
        try identity.checkLimits()
        try core.write { (transaction) throws(VaultError) in try transaction.put(optional: identity, core: core) }
    }
}

extension Session: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The branch and the policy; nothing of the account.
    public var description: String { "Session(\(branch), gate: \(policy))" }
    /// The branch and the policy; nothing of the account.
    public var debugDescription: String { description }
    /// Shows no parts.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
