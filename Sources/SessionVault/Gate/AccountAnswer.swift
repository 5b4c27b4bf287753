/// What a server said of an account: the input of the role gate.
public struct AccountAnswer: ~Copyable, Sendable {
    /// The account that the server named.
    public let account: AccountID
    /// The account's role, or nil where the answer had none that can be read.
    public let role: Role?
    /// False for a disabled account; nil where the server did not say, which is not "disabled".
    public let isEnabled: Bool?
    /// The account's record.
    public let user: UserRecord
    let identity = RandomBytes.number()

    /// Takes over what was read from an answer.
    public init(account: AccountID, role: Role?, isEnabled: Bool?, user: consuming UserRecord) {
        self.account = account
        self.role = role
        self.isEnabled = isEnabled
        self.user = user
    }
}

/// What a server said to a good sign-in: an account, its tokens, and what else belongs to the session.
public struct SignInAnswer: ~Copyable, Sendable {
    /// The account.
    public let profile: AccountAnswer
    /// The tokens.
    public let tokens: TokenSet
    /// A device code to keep, where the app is configured to.
    public let deviceCode: DeviceCode?
    /// The push identity that was sent along.
    public let notification: NotificationIdentity?

    /// Takes over what was read from an answer.
    public init(
        profile: consuming AccountAnswer, tokens: consuming TokenSet, deviceCode: consuming DeviceCode? = nil,
        notification: consuming NotificationIdentity? = nil
    ) {
        self.profile = profile
        self.tokens = tokens
        self.deviceCode = deviceCode
        self.notification = notification
    }
}
