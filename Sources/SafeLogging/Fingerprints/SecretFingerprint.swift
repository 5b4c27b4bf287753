import Sealing

/// What a vault keeps of one value so that an audit recognises it, whole or cut to one of its ends, in a log.
///
/// Whoever has the key can try whether a value, or a piece of 24 bytes and more from one of its ends, is the right one, and
/// nothing less: each confirm covers such a piece at once, and the two quick hashes, of 24 bytes each, tell 32 bits apiece of
/// them. A piece of less entropy is made longer, and what can be known beforehand, such as a prefix, does not count.
///
/// Encoded, all numbers little-endian, 73 bytes:
///
/// | bytes | field |
/// |---|---|
/// | 1 | version, 1 |
/// | 4 | length of the value in bytes, 24 … 65,536 |
/// | 4 | bytes before the head; zero where there is no head |
/// | 1 | size of the head in bytes, 24 … 36, or zero |
/// | 1 | what its first 24 bytes are: 0 characters of tokens, 1 of ASCII that show, 2 of ASCII, 3 any; or zero |
/// | 4 | bytes behind the tail; zero where there is no tail |
/// | 1 | size of the tail in bytes, 24 … 36, or zero |
/// | 1 | what its last 24 bytes are, likewise |
/// | 4, 16 | quick hash of the head's first 24 bytes; confirm 1 of all bytes up to the head's end |
/// | 4, 16 | quick hash of the tail's last 24 bytes; confirm 2 of all bytes from the tail's beginning on |
/// | 16 | confirm 3 of the value |
///
/// with at least one of head and tail; of one that is absent, hash and confirm are zero.
package struct SecretFingerprint: Equatable, Sendable {
    struct End: Equatable, Sendable {
        let place: AnchorLayout.End
        let hash: UInt32
        let confirm: Confirm
    }

    /// Secrets outside these sizes in bytes are not covered.
    package static let sizes = 24...65_536
    private static let leastVariety = 8

    let length: Int
    let head: End?
    let tail: End?
    let whole: Confirm

    init(length: Int, head: End?, tail: End?, whole: Confirm) {
        self.length = length
        self.head = head
        self.tail = tail
        self.whole = whole
    }

    /// Fingerprints `secret`, or returns nil where it is not covered: under 24 bytes or over 64 KiB, of fewer than eight
    /// different bytes, or with too little in it that can't be known beforehand.
    package init?(of secret: RawSpan, key: borrowing FingerprintKey) {
        guard Self.sizes.contains(secret.byteCount), Self.isVaried(secret), let layout = AnchorLayout(of: secret) else {
            return nil
        }
        length = secret.byteCount
        head = layout.head.map { place in
            End(
                place: place, hash: key.anchor(secret, at: place.skipped),
                confirm: key.confirm(.head, ofSecret: secret.extracting(first: place.reach)))
        }
        tail = layout.tail.map { place in
            End(
                place: place, hash: key.anchor(secret, at: secret.byteCount - place.skipped - AnchorHash.size),
                confirm: key.confirm(.tail, ofSecret: secret.extracting(last: place.reach)))
        }
        whole = key.confirm(.whole, ofSecret: secret)
    }

    private static func isVaried(_ secret: RawSpan) -> Bool {
        var seen = [Bool](repeating: false, count: 256)
        for index in 0..<secret.byteCount { seen[Int(secret.byte(at: index))] = true }
        return seen.count { $0 } >= leastVariety
    }
}
