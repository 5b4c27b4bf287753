/// A record's body: what it holds, as bytes to seal.
///
/// All numbers are little-endian; a field is a four-byte length and its bytes.
package protocol SealedBody: ~Copyable {
    static var kind: RecordKind { get }

    /// Length of the message before padding, in bytes.
    var encodedSize: Int { get }
    func write(to writer: inout SecretWriter)
    static func read(_ bytes: RawSpan) throws(ByteCursor.Malformed) -> Self

    /// Refuses values over their limit.
    func checkLimits() throws(VaultError)
    /// Lends every value that a leak audit should find, with what it is.
    func withAuditedValues(_ body: (AuditedValue, borrowing SecretBytes) -> Void)
}

extension SealedBody where Self: ~Copyable {
    func encoded() -> SecretBytes {
        var writer = SecretWriter(capacity: Padding.paddedSize(of: encodedSize))
        write(to: &writer)
        return writer.finishPadded()
    }

    static func decode(_ padded: borrowing SecretBytes) throws(ByteCursor.Malformed) -> Self {
        try padded.withExposedBytes { (bytes) throws(ByteCursor.Malformed) in
            guard let size = Padding.unpaddedSize(of: bytes) else { throw ByteCursor.Malformed() }
            return try read(bytes.extracting(0..<size))
        }
    }
}

/// Which value of a record a leak fingerprint describes.
public enum AuditedValue: UInt8, Sendable, CustomStringConvertible {
    /// An access token.
    case accessToken = 1
    /// A refresh token.
    case refreshToken = 2
    /// A device code.
    case deviceCode = 3
    /// A push token.
    case pushToken = 4
    /// A plain secret.
    case secret = 5

    /// Its name in reports.
    public var description: String {
        switch self {
        case .accessToken: "access-token"
        case .refreshToken: "refresh-token"
        case .deviceCode: "device-code"
        case .pushToken: "push-token"
        case .secret: "secret"
        }
    }
}

extension SecretBytes {
    /// The size of a field that holds these bytes.
    var fieldSize: Int { 4 + count }

    /// The field that a message consists of.
    static func onlyField(of bytes: RawSpan, atMost limit: Int) throws(ByteCursor.Malformed) -> SecretBytes {
        var cursor = ByteCursor(bytes)
        let field = try cursor.secretField(of: bytes, atMost: limit)
        try cursor.finish()
        return field
    }
}

extension Optional where Wrapped: SealedBody & ~Copyable {
    func checkLimits() throws(VaultError) {
        switch self {
        case .some(let body): try body.checkLimits()
        case .none: break
        }
    }
}
