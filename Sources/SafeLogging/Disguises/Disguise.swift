import Sealing

/// An encoding that hides a value's bytes in a log.
enum Disguise: CaseIterable {
    case utf16LittleEndian
    case utf16BigEndian
    case backslashes
    case percent
    case entities
    case folding
    case wraps
    case hexadecimal
    case base64
    case byteLists

    /// Decoded text is searched in pieces of about this size in bytes, which stay in the cache.
    static let batch = 65_536

    /// What is looked for in the decoded text.
    ///
    /// Decoded runs of digits are noise almost always, in which escapes stand by chance.
    var inner: [Disguise] {
        switch self {
        case .utf16LittleEndian, .utf16BigEndian, .backslashes, .percent, .entities:
            [.backslashes, .percent, .entities, .folding, .wraps, .hexadecimal, .base64, .byteLists]
        case .folding: [.backslashes, .percent, .entities, .wraps, .hexadecimal, .base64, .byteLists]
        case .wraps: [.backslashes, .percent, .entities, .hexadecimal, .base64]
        case .hexadecimal, .base64: [.hexadecimal, .base64, .byteLists]
        case .byteLists: Disguise.allCases
        }
    }

    /// Hands over what `text` hides, in pieces.
    ///
    /// - Parameters:
    ///   - digits: The parts of the text in which runs of digits may stand.
    ///   - origin: What the text was made as, where runs that stand like this in its original are to be passed over.
    func decode(
        _ text: RawSpan, _ view: SearchView, digits: [Range<Int>], madeAs origin: MappedText?,
        _ body: (MappedText) -> Void
    ) {
        let reach = view.reach
        switch self {
        case .utf16LittleEndian, .utf16BigEndian:
            UTF16Text.decode(text, isLittleEndian: self == .utf16LittleEndian, reach: 2 * reach, body)
        case .backslashes: EscapedText.decode(text, introducedBy: UInt8(ascii: "\\"), reach: reach, body)
        case .percent: EscapedText.decode(text, introducedBy: UInt8(ascii: "%"), reach: reach, body)
        case .entities: EscapedText.decode(text, introducedBy: UInt8(ascii: "&"), reach: reach, body)
        // Where it is encoded, a value takes up to twice as many bytes.
        case .folding: FoldedText.decode(text, reach: 2 * reach, body)
        case .wraps: WrappedText.decode(text, reach: 2 * reach, body)
        case .hexadecimal, .base64: decode(digits, of: text, view, madeAs: origin, body)
        case .byteLists: ByteListText.decode(text, reach: reach, madeAs: origin, body)
        }
    }

    /// Cuts a long range of text into parts, each of which repeats so much of the one before.
    static func forEachPart(of range: Range<Int>, repeating overlap: Int, _ body: (Range<Int>) -> Void) {
        let step = max(batch, overlap)
        var start = range.lowerBound
        while range.upperBound - start > step + overlap {
            body(start..<(start + step + overlap))
            start += step
        }
        body(start..<range.upperBound)
    }

    private func decode(
        _ digits: [Range<Int>], of text: RawSpan, _ view: SearchView, madeAs origin: MappedText?,
        _ body: (MappedText) -> Void
    ) {
        let runs = self == .hexadecimal ? DigitRuns.hexadecimal : DigitRuns.base64
        var mapped = MappedText()
        func append(_ run: Range<Int>) {
            if let origin, origin.isKnown(run) { return }
            Self.forEachPart(of: run, repeating: 2 * FingerprintIndex.growth * view.reach) { part in
                if self == .hexadecimal {
                    runs.appendPairs(of: text, part, onlyASCII: view.onlyASCII, to: &mapped)
                } else {
                    runs.appendSextets(of: text, part, onlyASCII: view.onlyASCII, to: &mapped)
                }
                guard mapped.bytes.count >= Self.batch else { return }
                body(mapped)
                mapped.removeAll()
            }
        }
        for part in digits {
            // What is no digit stands for no ASCII either.
            if self == .base64, view.onlyASCII { append(part) } else { runs.forEach(in: text, part, append) }
        }
        if !mapped.isEmpty { body(mapped) }
    }

    /// The name of the encoding that `range` of `text` is in.
    func encoding(of range: Range<Int>, in text: RawSpan) -> LogEncoding {
        switch self {
        case .utf16LittleEndian: .utf16LittleEndian
        case .utf16BigEndian: .utf16BigEndian
        case .backslashes: .json
        case .percent: .percent
        case .entities: .entities
        case .folding: .folded
        case .wraps: .wrapped
        case .hexadecimal: .hexadecimal
        case .byteLists: .byteList
        case .base64:
            range.contains { "-_".utf8.contains(text.byte(at: $0)) } ? .base64URL : .base64
        }
    }
}
