import Sealing

/// Fingerprints of values that are too short or too plain to be recognised by their ends: found whole or not at all, by
/// a look-up at every byte.
///
/// For log lines, not for files.
struct ExactForms: Sendable {
    /// Values under this size in bytes are never searched for.
    static let minimumSize = 8

    struct Form: Sendable {
        let form: SecretForm
        let length: Int
        let window: UInt32
        let whole: Confirm
    }

    /// Every form of `secret` that has at least eight bytes; none where it may be a word.
    static func forms(of secret: RawSpan, key: borrowing FingerprintKey) -> [Form] {
        var forms: [Form] = []
        guard secret.byteCount >= minimumSize, !isWord(secret) else { return forms }
        SecretForm.forEach(of: secret, minimumLength: minimumSize) { form, bytes in
            forms.append(
                Form(
                    form: form, length: bytes.byteCount, window: key.window(bytes, at: 0),
                    whole: key.confirm(.whole, ofSecret: bytes)))
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

    private let byWindow: [UInt32: [Form]]
    private let filter: [Bool]

    /// Length in bytes of the longest form.
    let longest: Int

    init(_ forms: [Form]) {
        byWindow = Dictionary(grouping: forms, by: \.window)
        var filter = [Bool](repeating: false, count: forms.isEmpty ? 0 : 4_096)
        for form in forms { filter[Int(form.window & 4_095)] = true }
        self.filter = filter
        longest = forms.map(\.length).max() ?? 0
    }

    /// Reports every form in `bytes`, the longest where several begin at one byte.
    func scan(_ bytes: RawSpan, key: borrowing FingerprintKey, report: (SecretForm, Range<Int>) -> Void) {
        guard !filter.isEmpty, bytes.byteCount >= WindowHash.windowSize else { return }
        for start in 0...(bytes.byteCount - WindowHash.windowSize) {
            let hash = key.window(bytes, at: start)
            guard filter[Int(hash & 4_095)], let candidates = byWindow[hash] else { continue }
            var longest: Form?
            for form in candidates where form.length > longest?.length ?? 0 {
                let end = start + form.length
                guard end <= bytes.byteCount else { continue }
                if key.confirm(.whole, ofText: bytes.extracting(start..<end)) == form.whole { longest = form }
            }
            if let longest { report(longest.form, start..<(start + longest.length)) }
        }
    }
}
