package import Sealing

/// Tells the scrubber which secrets this process holds, so that none of them gets into a log in any form.
///
/// Publish a secret *before* it is handed to anybody. Values under eight bytes, and words of letters alone under 16, are
/// accepted and never searched for: types and field names mask those.
package enum KnownSecrets {
    /// What a secret is, for counting.
    package enum Kind: String, Sendable, Hashable, CaseIterable, LogValueConvertible {
        case accessToken
        case refreshToken
        case password
        case oneTimeCode
        case deviceCode
        case pushToken
        case user
        case key
        case other
    }

    /// Makes `secret` known to every logger of the process.
    ///
    /// Published twice, it must be withdrawn twice. Takes less than 0.1 ms for a token, however many others are known.
    package static func publish(_ secret: borrowing SecretBytes, as kind: Kind) {
        SecretRegistry.process.publish(secret, as: kind)
    }

    /// Takes back one publication of `secret`.
    package static func withdraw(_ secret: borrowing SecretBytes) {
        SecretRegistry.process.withdraw(secret)
    }
}
