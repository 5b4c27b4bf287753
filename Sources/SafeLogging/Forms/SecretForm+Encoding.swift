package import Sealing

extension SecretForm {
    /// Lends each form of `secret` that differs from the forms before it to `body`, in secret memory that is wiped
    /// afterwards.
    ///
    /// Forms of less than `minimumLength` bytes are left out.
    package static func forEach<E: Error>(
        of secret: RawSpan, minimumLength: Int = 1, _ body: (SecretForm, RawSpan) throws(E) -> Void
    ) throws(E) {
        for form in allCases {
            guard let encoded = form.encoded(secret), encoded.count >= minimumLength else { continue }
            if let plainer = form.plainerForm, plainer.equals(encoded, of: secret) { continue }
            try encoded.withExposedBytes { (bytes) throws(E) in try body(form, bytes) }
        }
    }

    /// The secret in this encoding, or nil where it has none: UTF-16 of bytes that are no text.
    package func encoded(_ secret: RawSpan) -> SecretBytes? {
        var count = 0
        guard encode(secret, { _ in count += 1 }) else { return nil }
        var writer = SecretWriter(capacity: count)
        _ = encode(secret) { byte in writer.append(byte) }
        return writer.finish()
    }

    /// Only ever asked of `raw` and of forms that differ by single characters, so lengths settle most cases.
    private func equals(_ encoded: borrowing SecretBytes, of secret: RawSpan) -> Bool {
        if self == .raw {
            return encoded.withExposedBytes { encoded in ConstantTime.equal(encoded, secret) }
        }
        guard let mine = self.encoded(secret) else { return false }
        if mine.equals(encoded) { return true }
        return plainerForm?.equals(encoded, of: secret) ?? false
    }

    private func encode(_ secret: RawSpan, _ emit: (UInt8) -> Void) -> Bool {
        switch self {
        case .raw:
            for index in 0..<secret.byteCount { emit(secret.byte(at: index)) }
        case .base64, .base64Skipping1, .base64Skipping2:
            Base64Form.encode(secret, skipping: Int(rawValue - Self.base64.rawValue), isURL: false, emit)
        case .base64URL, .base64URLSkipping1, .base64URLSkipping2:
            Base64Form.encode(secret, skipping: Int(rawValue - Self.base64URL.rawValue), isURL: true, emit)
        case .hexLower:
            for index in 0..<secret.byteCount { HexForm.encode(secret.byte(at: index), isUpper: false, emit) }
        case .hexUpper:
            for index in 0..<secret.byteCount { HexForm.encode(secret.byte(at: index), isUpper: true, emit) }
        case .percent, .percentLower:
            PercentForm.encode(secret, isUpper: self == .percent, emit)
        case .jsonUnicode: return JSONForm.escapeUnits(of: secret, keepingASCII: false, emit)
        case .jsonASCII: return JSONForm.escapeUnits(of: secret, keepingASCII: true, emit)
        case .json, .jsonSlash, .jsonHTML:
            for index in 0..<secret.byteCount { JSONForm.encode(secret.byte(at: index), as: self, emit) }
        case .utf16LittleEndian: return UTF16Form.encode(secret, isLittleEndian: true, emit)
        case .utf16BigEndian: return UTF16Form.encode(secret, isLittleEndian: false, emit)
        }
        return true
    }
}
