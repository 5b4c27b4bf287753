public import SafeLogging
import Sealing
public import SessionAuth

/// A device authorization that awaits a person's approval (RFC 8628, 3.2).
///
/// Show the person the address and the user code, and give ``credential()`` to the coordinator.
public struct DeviceGrant: ~Copyable, Sendable {
    /// The code that the person types in.
    public let userCode: Sensitive<String>
    /// The address where the person does so.
    public let verificationURI: String
    /// The address with the code in it, for a link or a QR code, where the server gave one.
    public let completeURI: Sensitive<String>?
    /// How long the person has.
    public let lifetime: Duration
    /// The shortest time between two questions.
    public let interval: Duration
    let deviceCode: SecretBytes

    /// The credential that the coordinator signs in with once the person has been shown the code; it uses up the grant.
    public consuming func credential() -> Credential {
        .deviceGrant(deviceCode, polledEvery: interval, validFor: lifetime)
    }
}
