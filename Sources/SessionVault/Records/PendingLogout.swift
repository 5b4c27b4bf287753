import SafeLogging

/// What it takes to end a session at its server after it is gone here, kept until the server was asked.
package struct PendingLogout: ~Copyable, Sendable {
    package let access: SecretBytes
    package let refresh: SecretBytes?
    /// The push identity to withdraw.
    package let notification: NotificationIdentity?

    /// How many sessions may wait at once; the oldest give way.
    static let limit = 16
    /// After a week nobody tries any more.
    static let seconds: Int64 = 7 * 86_400

    init(
        access: consuming SecretBytes, refresh: consuming SecretBytes?, notification: consuming NotificationIdentity?
    ) {
        self.access = access
        self.refresh = refresh
        self.notification = notification
    }

    /// Which session waits.
    package struct Key: Hashable, Sendable {
        package let account: AccountID
        package let branch: SignInBranch
        package let session: [UInt8]
        let created: UnixTime

        /// What tells the sessions of one account apart in records' names.
        static func discriminator(of session: [UInt8]) -> String {
            Hexadecimal.lower(session)
        }
    }
}

extension PendingLogout: SealedBody {
    package static var kind: RecordKind { .pendingLogout }

    package var encodedSize: Int {
        var size = access.fieldSize + 2
        switch refresh {
        case .some(let token): size += token.fieldSize
        case .none: break
        }
        switch notification {
        case .some(let identity): size += identity.encodedSize
        case .none: break
        }
        return size
    }

    package func write(to writer: inout SecretWriter) {
        access.withExposedBytes { writer.appendField($0) }
        switch refresh {
        case .some(let token):
            writer.append(UInt8(1))
            token.withExposedBytes { writer.appendField($0) }
        case .none: writer.append(UInt8(0))
        }
        switch notification {
        case .some(let identity):
            writer.append(UInt8(1))
            identity.write(to: &writer)
        case .none: writer.append(UInt8(0))
        }
    }

    package static func read(_ bytes: RawSpan) throws(ByteCursor.Malformed) -> PendingLogout {
        var cursor = ByteCursor(bytes)
        let access = try cursor.secretField(of: bytes, atMost: TokenSet.sizeLimit)
        var refresh: SecretBytes?
        if try cursor.flag(of: bytes) { refresh = try cursor.secretField(of: bytes, atMost: TokenSet.sizeLimit) }
        var notification: NotificationIdentity?
        if try cursor.flag(of: bytes) {
            let token = try cursor.secretField(of: bytes, atMost: NotificationIdentity.sizeLimit)
            notification = NotificationIdentity(
                token: token, app: try cursor.text(of: bytes, atMost: NotificationIdentity.appSizeLimit))
        }
        try cursor.finish()
        return PendingLogout(access: access, refresh: refresh, notification: notification)
    }

    package func checkLimits() throws(VaultError) {}

    package func withAuditedValues(_ body: (AuditedValue, borrowing SecretBytes) -> Void) {
        body(.accessToken, access)
        switch refresh {
        case .some(let token): body(.refreshToken, token)
        case .none: break
        }
        switch notification {
        case .some(let identity): body(.pushToken, identity.token)
        case .none: break
        }
    }
}
