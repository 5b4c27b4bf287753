/// The account's record as the server sent it: a JSON object, kept byte for byte, unknown fields included.
public struct UserRecord: ~Copyable, Sendable {
    /// The object's UTF-8; at most 1 MiB.
    public let json: SecretBytes

    static let sizeLimit = 1_048_576

    /// Takes over the object's bytes.
    public init(json: consuming SecretBytes) {
        self.json = json
    }
}

extension UserRecord: SealedBody {
    package static var kind: RecordKind { .user }

    package var encodedSize: Int { json.fieldSize }

    package func write(to writer: inout SecretWriter) {
        json.withExposedBytes { writer.appendField($0) }
    }

    package static func read(_ bytes: RawSpan) throws(ByteCursor.Malformed) -> UserRecord {
        UserRecord(json: try .onlyField(of: bytes, atMost: sizeLimit))
    }

    package func checkLimits() throws(VaultError) {
        guard json.count <= Self.sizeLimit else { throw VaultError(.tooLarge, "a user record may have 1 MiB") }
    }

    package func withAuditedValues(_ body: (AuditedValue, borrowing SecretBytes) -> Void) {}
}
