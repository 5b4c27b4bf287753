import Sealing

/// What this process knows of one of its live secrets without its plaintext: enough to recognise it in any of its forms,
/// whole or cut to its first or last 16 bytes.
///
/// Its short windows could be guessed one byte after the other by whoever has the key, so it is never stored, and its key is
/// one that no other process has.
struct LiveFingerprint: Sendable {
    /// The 16 bytes at one end of a form.
    struct End: Sendable {
        /// Hashes of the outermost window and of the ones one byte after the other further in: one of them lies on a multiple
        /// of their number.
        let windows: [4 of UInt32]
        /// Hash of the innermost window, which the outermost one touches.
        let inner: UInt32
        let confirm: UInt64
    }

    struct Form: Sendable {
        let form: SecretForm
        let length: Int
        let head: End
        let tail: End
        let whole: Confirm
    }

    /// Bytes at either end that are recognised alone.
    static let endSize = 16
    /// Secrets outside these sizes in bytes are not covered.
    static let sizes = 16...65_536
    /// A text is looked at in steps of so many bytes.
    static let stride = 4

    let forms: [Form]
    /// A head is no evidence where all secrets of the sort begin alike (`eyJ` of a JWT, `-----BEGIN `): such secrets are
    /// recognised by their tails.
    let headIsEvidence: Bool

    /// Fingerprints `secret`, or returns nil where it is not covered: under 16 bytes or over 64 KiB, or with fewer than eight
    /// different bytes.
    init?(of secret: RawSpan, key: borrowing LiveKey) {
        guard Self.covers(secret) else { return nil }
        var forms: [Form] = []
        forms.reserveCapacity(SecretForm.allCases.count)
        SecretForm.forEach(of: secret, minimumLength: Self.endSize) { form, bytes in
            forms.append(Form(form, bytes, key: key))
        }
        self.forms = forms
        headIsEvidence = !Self.hasCommonHead(secret)
    }

    /// Tells whether `secret` is long and varied enough to be fingerprinted safely.
    static func covers(_ secret: RawSpan) -> Bool {
        guard sizes.contains(secret.byteCount) else { return false }
        var seen = [4 of UInt64](repeating: 0)
        for index in 0..<secret.byteCount {
            let byte = secret.byte(at: index)
            seen[Int(byte >> 6)] |= 1 << UInt64(byte & 63)
        }
        return seen.indices.reduce(0) { $0 + seen[$1].nonzeroBitCount } >= 8
    }

    private static let commonHeads: [StaticString] = ["eyJ", "-----BEGIN ", "Bearer eyJ"]

    private static func hasCommonHead(_ secret: RawSpan) -> Bool {
        commonHeads.contains { head in
            head.withUTF8Buffer { head in
                head.count <= secret.byteCount && head.indices.allSatisfy { unsafe head[$0] == secret.byte(at: $0) }
            }
        }
    }
}

extension LiveFingerprint.Form {
    fileprivate init(_ form: SecretForm, _ bytes: RawSpan, key: borrowing LiveKey) {
        self.form = form
        length = bytes.byteCount
        let last = bytes.byteCount - WindowHash.windowSize
        head = LiveFingerprint.End(
            windows: Self.windows(bytes, key) { $0 }, inner: key.window(bytes, at: WindowHash.windowSize),
            confirm: key.confirm(bytes.extracting(first: LiveFingerprint.endSize)).first)
        tail = LiveFingerprint.End(
            windows: Self.windows(bytes, key) { last - $0 }, inner: key.window(bytes, at: last - WindowHash.windowSize),
            confirm: key.confirm(bytes.extracting(last: LiveFingerprint.endSize)).first)
        whole = key.confirm(bytes)
    }

    private static func windows(
        _ bytes: RawSpan, _ key: borrowing LiveKey, at place: (Int) -> Int
    ) -> [4 of UInt32] {
        var windows = [4 of UInt32](repeating: 0)
        for offset in windows.indices { windows[offset] = key.window(bytes, at: place(offset)) }
        return windows
    }
}
