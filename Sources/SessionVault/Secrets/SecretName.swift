/// What a plain secret is found by.
public struct SecretName: Hashable, Sendable {
    /// The program or server that it is for; at most 1,024 bytes of UTF-8.
    public let service: String
    /// Whose it is there; may be empty; at most 1,024 bytes of UTF-8.
    public let account: String

    /// Names a secret.
    public init(service: String, account: String = "") {
        self.service = service
        self.account = account
    }

    var identity: AccountID {
        get throws(VaultError) { try AccountID(realm: service, secretOf: account) }
    }
}

extension SecretName: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A redaction mark: an account may be an e-mail address.
    public var description: String { "SecretName(redacted)" }
    /// A redaction mark.
    public var debugDescription: String { description }
    /// Shows no parts.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
