import Sealing

/// What this process knows of one of its live secrets without its plaintext: enough to recognise it in any of its forms,
/// whole or cut to its first or last 16 bytes.
///
/// Its short windows could be guessed one byte after the other by whoever has the key, so it is never stored, and its key is
/// one that no other process has.
///
/// A head is no evidence where all secrets of the sort begin alike (`eyJ` of a JWT, `-----BEGIN `): such secrets are
/// recognised by their tails.
struct LiveFingerprint: Equatable, Sendable {
    struct Form: Equatable, Sendable {
        let form: SecretForm
        let length: Int
        let headWindows: [UInt32]
        let tailWindows: [UInt32]
        let head: UInt64
        let tail: UInt64
        let whole: Confirm

        var headIsEvidence: Bool { head != 0 }
    }

    /// Bytes at either end that are recognised alone.
    static let anchorSize = 16
    /// Secrets outside these sizes in bytes are not covered.
    static let sizes = 16...65_536
    /// No form is longer than six bytes a byte.
    static let formLengths = 16...(6 * 65_536)
    static let windowCount = 8

    let forms: [Form]

    init(forms: [Form]) {
        self.forms = forms
    }

    /// Fingerprints `secret`, or returns nil where it is not covered: under 16 bytes or over 64 KiB, or with fewer than eight
    /// different bytes.
    init?(of secret: RawSpan, key: borrowing FingerprintKey) {
        guard Self.covers(secret) else { return nil }
        let headIsEvidence = !Self.hasCommonHead(secret)
        var forms: [Form] = []
        SecretForm.forEach(of: secret, minimumLength: Self.anchorSize) { form, bytes in
            forms.append(Form(form, bytes, headIsEvidence: headIsEvidence, key: key))
        }
        self.forms = forms
    }

    /// Tells whether `secret` is long and varied enough to be fingerprinted safely.
    static func covers(_ secret: RawSpan) -> Bool {
        guard sizes.contains(secret.byteCount) else { return false }
        var seen = [Bool](repeating: false, count: 256)
        for index in 0..<secret.byteCount { seen[Int(secret.byte(at: index))] = true }
        return seen.count { $0 } >= 8
    }

    /// Length in bytes of the longest form.
    var longestForm: Int { forms.map(\.length).max() ?? 0 }

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
    fileprivate init(
        _ form: SecretForm, _ bytes: RawSpan, headIsEvidence: Bool, key: borrowing FingerprintKey
    ) {
        let size = LiveFingerprint.anchorSize
        let last = bytes.byteCount - WindowHash.windowSize
        var headWindows: [UInt32] = []
        var tailWindows: [UInt32] = []
        for offset in 0..<LiveFingerprint.windowCount {
            headWindows.append(key.window(bytes, at: offset))
            tailWindows.append(key.window(bytes, at: last - offset))
        }
        self.form = form
        length = bytes.byteCount
        self.headWindows = headWindows
        self.tailWindows = tailWindows
        let head = key.confirm(.head, ofSecret: bytes.extracting(first: size)).first
        self.head = headIsEvidence ? head : 0
        tail = key.confirm(.tail, ofSecret: bytes.extracting(last: size)).first
        whole = key.confirm(.whole, ofSecret: bytes)
    }
}
