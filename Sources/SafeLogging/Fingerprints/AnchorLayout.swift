import Sealing

/// Which parts of a secret are recognised alone.
struct AnchorLayout: Equatable, Sendable {
    /// One end of a secret that is recognised alone.
    struct End: Equatable, Sendable {
        /// Bytes between it and the secret's first, or last, byte.
        let skipped: Int
        /// Its size in bytes.
        let size: Int
        /// What those of its bytes are that are looked for.
        let text: AnchorText

        /// From the secret's end on that it is counted from.
        var reach: Int { skipped + size }
    }

    /// Bytes of an end that hold five bits each or more.
    static let denseSize = 24
    /// Bytes of an end of fewer bits each: digits, hexadecimal and the like.
    static let sparseSize = 36
    /// The least that a secret of such bytes has.
    private static let leastSparse = 32

    let head: End?
    let tail: End?

    /// Nil where the secret is too short to have an end that can't be guessed.
    init?(of secret: RawSpan) {
        let ends = ConstantEnds(of: secret)
        let own = secret.byteCount - ends.front - ends.back
        guard own >= Self.denseSize else { return nil }
        let headSize = Self.size(of: secret, from: ends.front)
        let tailSize = Self.size(of: secret, from: secret.byteCount - ends.back - Self.denseSize)
        guard own > max(headSize, tailSize) else {
            // One anchor, since two would tell twice as much of the same bytes.
            guard own >= min(max(headSize, tailSize), Self.leastSparse) else { return nil }
            head = ends.hasOwnStart ? Self.head(of: secret, from: ends.front, own) : nil
            tail = ends.hasOwnStart ? nil : Self.tail(of: secret, to: ends.back, own)
            return
        }
        head = ends.hasOwnStart ? Self.head(of: secret, from: ends.front, headSize) : nil
        tail = Self.tail(of: secret, to: ends.back, tailSize)
    }

    private static func head(of secret: RawSpan, from skipped: Int, _ size: Int) -> End {
        let anchor = secret.extracting(skipped..<(skipped + AnchorHash.size))
        return End(skipped: skipped, size: size, text: AnchorText(of: anchor))
    }

    private static func tail(of secret: RawSpan, to skipped: Int, _ size: Int) -> End {
        let end = secret.byteCount - skipped
        return End(skipped: skipped, size: size, text: AnchorText(of: secret.extracting((end - AnchorHash.size)..<end)))
    }

    /// Only letters beyond `f` and bytes outside ASCII tell that there are more than four bits in a byte.
    private static func size(of secret: RawSpan, from start: Int) -> Int {
        let telling = (start..<(start + denseSize)).count { index in
            let byte = secret.byte(at: index)
            return byte >= 0x80 || (0x67...0x7A).contains(byte | 0x20)
        }
        return telling >= denseSize / 4 ? denseSize : sparseSize
    }
}
