public import Sealing
public import SessionVault

/// What may go along with a credential.
public struct SignInExtras: ~Copyable, Sendable {
    /// The answer to a CAPTCHA.
    public let challenge: ChallengeAnswer?
    /// The push identity to register with the session.
    public let notification: NotificationIdentity?

    /// Takes over what goes along.
    public init(challenge: consuming ChallengeAnswer? = nil, notification: consuming NotificationIdentity? = nil) {
        self.challenge = challenge
        self.notification = notification
    }

    var hasChallenge: Bool {
        switch challenge {
        case .some(let answer): !answer.value.isEmpty
        case .none: false
        }
    }

    /// The first input that no server would take, or nil.
    var malformedInput: StaticString? {
        switch notification {
        case .some(let identity):
            do throws(VaultError) { try identity.checkLimits() } catch { return "push identity" }
            return identity.token.isEmpty ? "push identity" : nil
        case .none: return nil
        }
    }
}

/// A person's answer to a CAPTCHA, as its provider issued it.
public struct ChallengeAnswer: ~Copyable, Sendable {
    /// The value to send.
    public let value: SecretBytes
    /// The provider's protocol version, such as `v2` or `v3`.
    public let version: String

    /// Takes over the value.
    public init(value: consuming SecretBytes, version: String) {
        self.value = value
        self.version = version
    }
}
