import SafeLogging
import Sealing

/// Searches a stretch of a log by itself: what it finds depends on nothing outside, so that several may be searched at once.
struct WindowSearch: Sendable {
    /// What a stretch of text shows, with lines counted from its own first.
    struct Finds: Sendable {
        /// Where the stretch begins, and where the next one does.
        let range: Range<Int>
        /// Whether the text ends with it.
        let isLast: Bool
        /// Line feeds in that range.
        let lineFeeds: Int
        let values: [PlaceFilter.Candidate]
        /// Ends of values that begin behind it are decided by the next stretch.
        let decidedValues: Int
        let shapes: [ShapeScan.Place]
        let decidedShapes: Int
    }

    let index: FingerprintIndex
    let findsShapes: Bool
    /// How much of the text a search has to see again of the one before, in bytes.
    let overlap: Int
    /// Bytes of a stretch that is not the last.
    let size: Int

    /// Decoding may go wrong so near to where a stretch cuts an escape or a line in two, and the search before has seen it
    /// whole.
    private static let margin = 160

    /// Prepares searches that advance by at least `chunkSize` bytes at a time.
    init(_ index: FingerprintIndex, chunkSize: Int, findsShapes: Bool) {
        self.index = index
        self.findsShapes = findsShapes
        overlap = Self.overlap(longest: index.longest, findsShapes: findsShapes)
        size = chunkSize + 2 * overlap
    }

    static func overlap(longest: Int, findsShapes: Bool) -> Int {
        let overlap = max(FingerprintIndex.growth * longest, FingerprintIndex.widestEnd) + 2 * margin
        return findsShapes ? max(overlap, ShapeScan.overlap) : overlap
    }

    /// How far one stretch begins behind the other.
    var step: Int { size - overlap }

    /// A file below this size in bytes is not worth several threads.
    var leastSplit: Int { size + step }

    /// Tells whether a file looks large enough.
    func canSplit(_ file: String) -> Bool { LogSource.sizeOfFile(file) ?? 0 >= leastSplit }

    /// Searches the stretch `text`, which begins at `offset`.
    func finds(in text: UnsafeRawBufferPointer, at offset: Int, isLast: Bool) -> Finds {
        let end = isLast ? text.count : max(0, text.count - overlap)
        return Finds(
            range: offset..<(offset + end), isLast: isLast,
            lineFeeds: unsafe LineCount.count(in: UnsafeRawBufferPointer(rebasing: text[..<end])),
            values: unsafe values(in: text, at: offset),
            decidedValues: isLast ? Int.max : offset + end + Self.margin,
            shapes: unsafe findsShapes ? shapes(in: text, at: offset) : [],
            decidedShapes: isLast ? Int.max : offset + end + ShapeScan.margin)
    }

    private func values(in text: UnsafeRawBufferPointer, at offset: Int) -> [PlaceFilter.Candidate] {
        var found: [PlaceFilter.Candidate] = []
        unsafe index.scanDecoding(RawSpan(_unsafeBytes: text)) { match, encoding in
            let bytes = (offset + match.range.lowerBound)..<(offset + match.range.upperBound)
            found.append(PlaceFilter.Candidate(match: match, encoding: encoding, bytes: bytes))
        }
        var counter = LineCounter()
        for number in found.indices.sorted(by: { found[$0].bytes.lowerBound < found[$1].bytes.lowerBound }) {
            found[number].line = unsafe counter.line(of: found[number].bytes.lowerBound - offset, in: text)
        }
        return found
    }

    private func shapes(in text: UnsafeRawBufferPointer, at offset: Int) -> [ShapeScan.Place] {
        var counter = LineCounter()
        return ShapeScan.places(in: unsafe Array(text)).map { shape, range in
            ShapeScan.Place(
                shape: shape, line: unsafe counter.line(of: range.lowerBound, in: text),
                bytes: (offset + range.lowerBound)..<(offset + range.upperBound))
        }
    }
}

/// Counts the line feeds before places that come in order.
private struct LineCounter {
    private var line = 0
    private var counted = 0

    mutating func line(of place: Int, in text: UnsafeRawBufferPointer) -> Int {
        line += unsafe LineCount.count(in: UnsafeRawBufferPointer(rebasing: text[counted..<place]))
        counted = place
        return line
    }
}
