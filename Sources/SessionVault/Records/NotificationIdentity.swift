/// The push identity that was sent with a sign-in.
///
/// Holding it says nothing about registration or delivery.
public struct NotificationIdentity: ~Copyable, Sendable {
    /// The push token; at most 4 KiB.
    public let token: SecretBytes
    /// The app that it belongs to, as the server knows it; at most 256 bytes.
    public let app: String

    static let sizeLimit = 4_096
    static let appSizeLimit = 256

    /// Takes over the identity.
    public init(token: consuming SecretBytes, app: String) {
        self.token = token
        self.app = app
    }

    /// A second value with the same identity.
    public func copy() -> NotificationIdentity {
        NotificationIdentity(token: token.copy(), app: app)
    }
}

extension NotificationIdentity: SealedBody {
    package static var kind: RecordKind { .notification }

    package var encodedSize: Int { token.fieldSize + 4 + app.utf8.count }

    package func write(to writer: inout SecretWriter) {
        token.withExposedBytes { writer.appendField($0) }
        writer.appendField(app)
    }

    package static func read(_ bytes: RawSpan) throws(ByteCursor.Malformed) -> NotificationIdentity {
        var cursor = ByteCursor(bytes)
        let token = try cursor.secretField(of: bytes, atMost: sizeLimit)
        let app = try cursor.text(of: bytes, atMost: appSizeLimit)
        try cursor.finish()
        return NotificationIdentity(token: token, app: app)
    }

    package func checkLimits() throws(VaultError) {
        guard token.count <= Self.sizeLimit, app.utf8.count <= Self.appSizeLimit else {
            throw VaultError(.tooLarge, "a push token may have 4 KiB and its app's name 256 bytes")
        }
    }

    package func withAuditedValues(_ body: (AuditedValue, borrowing SecretBytes) -> Void) {
        body(.pushToken, token)
    }
}
