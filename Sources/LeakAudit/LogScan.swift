import SafeLogging
import Sealing

/// Searches one log, in memory of constant size.
struct LogScan: ~Copyable {
    private let index: FingerprintIndex
    private let buffer: AlignedBuffer

    /// Text before the buffer, in bytes, and its lines.
    private var offset = 0
    private var lines = 0
    private var filled = 0
    /// How much of the text a search has to see again of the one before, in bytes.
    private let overlap: Int
    /// Places in the overlap that were reported already.
    private var reported = PlaceFilter()
    private var shapes: ShapeScan?

    /// Decoding may go wrong so near to where a chunk cuts an escape or a line in two, and the search before has seen it
    /// whole.
    private static let margin = 160

    /// Prepares a search that advances by at least `chunkSize` bytes at a time.
    init(_ index: FingerprintIndex, chunkSize: Int, findsShapes: Bool) {
        self.index = index
        overlap = Self.overlap(longest: index.longest, findsShapes: findsShapes)
        buffer = AlignedBuffer(size: chunkSize + 2 * overlap)
        shapes = findsShapes ? ShapeScan() : nil
    }

    static func overlap(longest: Int, findsShapes: Bool) -> Int {
        let overlap = FingerprintIndex.growth * longest + 2 * margin
        return findsShapes ? max(overlap, ShapeScan.overlap) : overlap
    }

    /// A match with its place in the whole text.
    struct Place {
        let match: FingerprintMatch
        let encoding: LogEncoding
        let line: Int
        let bytes: Range<Int>
    }

    /// Something found.
    enum Discovery {
        case value(Place)
        case shape(ShapeScan.Place)
    }

    /// How many bytes were searched.
    var searchedBytes: Int { offset + filled }

    /// Searches `file`; what could be read of one that breaks off is searched too.
    mutating func run(
        _ file: String, progress: (Int) -> Void, report: (Discovery) -> Void
    ) throws(ReadFault) {
        var reader = try LogReader(opening: file)
        while true {
            let count: Int
            do throws(ReadFault) {
                count = unsafe try reader.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer.bytes[filled...]))
            } catch {
                search(isLast: true, report)
                throw error
            }
            filled += count
            progress(count)
            let isLast = count == 0
            guard isLast || filled == buffer.count else { continue }
            search(isLast: isLast, report)
            if isLast { return }
            shift()
        }
    }

    private mutating func search(isLast: Bool, _ report: (Discovery) -> Void) {
        searchValues(isLast: isLast, report)
        searchShapes(isLast: isLast, report)
    }

    private mutating func searchValues(isLast: Bool, _ report: (Discovery) -> Void) {
        var found: [PlaceFilter.Candidate] = []
        let text = unsafe buffer.span(0..<filled)
        unsafe index.scanDecoding(RawSpan(_unsafeBytes: text)) { match, encoding in
            let bytes = (offset + match.range.lowerBound)..<(offset + match.range.upperBound)
            found.append(PlaceFilter.Candidate(match: match, encoding: encoding, bytes: bytes))
        }
        // What begins behind it is wholly in view of the next search, also where it turns out to be part of a whole.
        let decided = isLast ? Int.max : offset + filled - overlap + Self.margin
        var counter = LineCounter(lines)
        for candidate in reported.new(among: found, decidedBefore: decided) {
            let line = unsafe counter.line(of: candidate.bytes.lowerBound - offset, in: text)
            report(
                .value(
                    Place(match: candidate.match, encoding: candidate.encoding, line: line, bytes: candidate.bytes)))
        }
    }

    private mutating func searchShapes(isLast: Bool, _ report: (Discovery) -> Void) {
        let text = unsafe buffer.span(0..<filled)
        let limit = isLast ? Int.max : offset + filled - overlap + ShapeScan.margin
        var counter = LineCounter(lines)
        unsafe shapes?.search(Array(text), at: offset, before: limit) { shape, bytes in
            let line = unsafe counter.line(of: bytes.lowerBound - offset, in: text)
            report(.shape(ShapeScan.Place(shape: shape, line: line, bytes: bytes)))
        }
    }

    /// Makes room for more text, behind what the next search has to see again.
    private mutating func shift() {
        let kept = min(overlap, filled)
        let done = filled - kept
        lines += unsafe LineCount.count(in: buffer.span(0..<done))
        offset += done
        let rest = unsafe buffer.span(done..<filled)
        unsafe buffer.bytes.copyMemory(from: rest)
        filled = kept
        reported.forget(before: offset)
    }
}

/// Numbers the lines of places that come in order.
private struct LineCounter {
    private var line: Int
    private var counted = 0

    /// Begins behind so many line feeds.
    init(_ lines: Int) {
        line = lines + 1
    }

    mutating func line(of place: Int, in text: UnsafeRawBufferPointer) -> Int {
        line += unsafe LineCount.count(in: UnsafeRawBufferPointer(rebasing: text[counted..<place]))
        counted = place
        return line
    }
}
