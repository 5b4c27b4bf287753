/// The code that signs in from this device, kept where the app is configured to.
public struct DeviceCode: ~Copyable, Sendable {
    /// The code; at most 4 KiB.
    public let code: SecretBytes

    static let sizeLimit = 4_096

    /// Takes over the code.
    public init(code: consuming SecretBytes) {
        self.code = code
    }
}

extension DeviceCode: SealedBody {
    package static var kind: RecordKind { .device }

    package var encodedSize: Int { code.fieldSize }

    package func write(to writer: inout SecretWriter) {
        code.withExposedBytes { writer.appendField($0) }
    }

    package static func read(_ bytes: RawSpan) throws(ByteCursor.Malformed) -> DeviceCode {
        DeviceCode(code: try .onlyField(of: bytes, atMost: sizeLimit))
    }

    package func checkLimits() throws(VaultError) {
        guard code.count <= Self.sizeLimit else { throw VaultError(.tooLarge, "a device code may have 4 KiB") }
    }

    package func withAuditedValues(_ body: (AuditedValue, borrowing SecretBytes) -> Void) {
        body(.deviceCode, code)
    }
}
