import Sealing

/// A form of a value that is too short or too plain to be recognised by its ends: found whole or not at all, by a look-up at
/// every byte.
///
/// For log lines, not for files.
struct ExactForm: Sendable {
    /// Values under this size in bytes are never searched for.
    static let minimumSize = 8

    let form: SecretForm
    let length: Int
    let window: UInt32
    let whole: Confirm

    /// Every form of `secret` that has at least eight bytes; none where it may be a word.
    static func all(of secret: RawSpan, key: borrowing LiveKey) -> [ExactForm] {
        var forms: [ExactForm] = []
        guard secret.byteCount >= minimumSize, !isWord(secret) else { return forms }
        SecretForm.forEach(of: secret, minimumLength: minimumSize) { form, bytes in
            forms.append(
                ExactForm(
                    form: form, length: bytes.byteCount, window: key.window(bytes, at: 0), whole: key.confirm(bytes)))
        }
        return forms
    }

    /// Letters alone, in small letters, capitals or with one capital at the front, and fewer than 16.
    ///
    /// That may be a word of a language. To mask it wherever it stands would spoil the log, and mark it as a secret.
    private static func isWord(_ secret: RawSpan) -> Bool {
        guard secret.byteCount < 16 else { return false }
        var capitals = 0
        for index in 0..<secret.byteCount {
            let byte = secret.byte(at: index)
            guard (0x61...0x7A).contains(byte | 0x20) else { return false }
            if byte & 0x20 == 0 { capitals += 1 }
        }
        return capitals == 0 || capitals == secret.byteCount || (capitals == 1 && secret.byte(at: 0) & 0x20 == 0)
    }
}
