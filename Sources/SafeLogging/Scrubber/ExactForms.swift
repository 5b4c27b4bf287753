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

    /// Every form of `secret` that has at least eight bytes.
    static func forms(of secret: RawSpan, key: borrowing FingerprintKey) -> [Form] {
        var forms: [Form] = []
        guard secret.byteCount >= minimumSize else { return forms }
        SecretForm.forEach(of: secret, minimumLength: minimumSize) { form, bytes in
            forms.append(
                Form(
                    form: form, length: bytes.byteCount, window: key.window(bytes, at: 0),
                    whole: key.confirm(.whole, ofSecret: bytes)))
        }
        return forms
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
