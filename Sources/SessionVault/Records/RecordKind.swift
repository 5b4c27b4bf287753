/// What a record is.
///
/// The number stands in its sealed metadata, in its blinded name and in its key derivation.
public enum RecordKind: UInt8, Sendable, CaseIterable, CustomStringConvertible {
    /// Access token, with refresh token, expiry and scopes where there are such.
    case token = 1
    /// The account's record as the server sent it.
    case user = 2
    /// The device code.
    case device = 3
    /// The push-notification identity.
    case notification = 4
    /// A plain secret by service and account.
    case secret = 5
    /// What it takes to end a session at its server that is gone here.
    case pendingLogout = 6

    /// Its name in reports and logs.
    public var description: String {
        switch self {
        case .token: "token"
        case .user: "user"
        case .device: "device"
        case .notification: "notification"
        case .secret: "secret"
        case .pendingLogout: "pending-logout"
        }
    }

    /// The records of one session.
    static let ofSession: [RecordKind] = [.token, .user, .device, .notification]
}
