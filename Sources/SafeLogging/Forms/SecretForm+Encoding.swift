package import Sealing

extension SecretForm {
    /// Lends each form of `secret` that differs from the forms before it to `body`, in secret memory that is wiped
    /// afterwards.
    ///
    /// Forms of less than `minimumLength` bytes are left out.
    package static func forEach<E: Error>(
        of secret: RawSpan, minimumLength: Int = 1, _ body: (SecretForm, RawSpan) throws(E) -> Void
    ) throws(E) {
        var scratch = FormScratch(forSecretOf: secret.byteCount)
        let traits = FormTraits(of: secret)
        for form in allCases where traits.distinguish(form) && scratch.encode(form, of: secret) {
            try scratch.withExposedBytes { (bytes) throws(E) in
                guard bytes.byteCount >= minimumLength, form.differsFromPlainBase64(bytes) else { return }
                try body(form, bytes)
            }
        }
    }

    /// Tells base64url from base64 by the digits that only it has; true for all other forms.
    private func differsFromPlainBase64(_ bytes: RawSpan) -> Bool {
        switch self {
        case .base64URL, .base64URLSkipping1, .base64URLSkipping2:
            for index in 0..<bytes.byteCount
            where bytes.byte(at: index) == UInt8(ascii: "-") || bytes.byte(at: index) == UInt8(ascii: "_") {
                return true
            }
            return false
        default: return true
        }
    }

    /// The secret in this encoding, or nil where it has none: UTF-16 of bytes that are no text.
    package func encoded(_ secret: RawSpan) -> SecretBytes? {
        var scratch = FormScratch(forSecretOf: secret.byteCount)
        guard scratch.encode(self, of: secret) else { return nil }
        return scratch.withExposedBytes { bytes in SecretBytes(copying: bytes) }
    }

    func encode(_ secret: RawSpan, _ output: inout FormOutput) -> Bool {
        switch self {
        case .raw:
            for index in 0..<secret.byteCount { output.append(secret.byte(at: index)) }
        case .base64, .base64Skipping1, .base64Skipping2:
            Base64Form.encode(secret, skipping: Int(rawValue - Self.base64.rawValue), isURL: false, &output)
        case .base64URL, .base64URLSkipping1, .base64URLSkipping2:
            Base64Form.encode(secret, skipping: Int(rawValue - Self.base64URL.rawValue), isURL: true, &output)
        case .hexLower:
            for index in 0..<secret.byteCount { HexForm.encode(secret.byte(at: index), isUpper: false, &output) }
        case .hexUpper:
            for index in 0..<secret.byteCount { HexForm.encode(secret.byte(at: index), isUpper: true, &output) }
        case .percent, .percentLower:
            PercentForm.encode(secret, isUpper: self == .percent, &output)
        case .jsonUnicode: return JSONForm.escapeUnits(of: secret, keepingASCII: false, &output)
        case .jsonASCII: return JSONForm.escapeUnits(of: secret, keepingASCII: true, &output)
        case .json, .jsonSlash, .jsonHTML:
            for index in 0..<secret.byteCount { JSONForm.encode(secret.byte(at: index), as: self, &output) }
        case .utf16LittleEndian: return UTF16Form.encode(secret, isLittleEndian: true, &output)
        case .utf16BigEndian: return UTF16Form.encode(secret, isLittleEndian: false, &output)
        }
        return true
    }
}
