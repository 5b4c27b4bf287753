/// A plain secret's value.
struct PlainSecret: ~Copyable, Sendable {
    let value: SecretBytes

    static let sizeLimit = 1_048_576

    consuming func takeValue() -> SecretBytes { value }
}

extension PlainSecret: SealedBody {
    static var kind: RecordKind { .secret }

    var encodedSize: Int { value.fieldSize }

    func write(to writer: inout SecretWriter) {
        value.withExposedBytes { writer.appendField($0) }
    }

    static func read(_ bytes: RawSpan) throws(ByteCursor.Malformed) -> PlainSecret {
        PlainSecret(value: try .onlyField(of: bytes, atMost: sizeLimit))
    }

    func checkLimits() throws(VaultError) {
        guard value.count <= Self.sizeLimit else { throw VaultError(.tooLarge, "a plain secret may have 1 MiB") }
    }

    func withAuditedValues(_ body: (AuditedValue, borrowing SecretBytes) -> Void) {
        body(.secret, value)
    }
}
