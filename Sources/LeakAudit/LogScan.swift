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

    /// Decoding may go wrong so near to where a chunk cuts an escape in two, and the search before has seen it whole.
    private static let margin = 64

    /// Prepares a search that advances by at least `chunkSize` bytes at a time.
    init(_ index: FingerprintIndex, chunkSize: Int) {
        self.index = index
        overlap = FingerprintIndex.growth * index.longest + 2 * Self.margin
        buffer = AlignedBuffer(size: chunkSize + 2 * overlap)
    }

    /// A match with its place in the whole text.
    struct Place {
        let match: FingerprintMatch
        let encoding: LogEncoding
        let line: Int
        let bytes: Range<Int>
    }

    /// How many bytes were searched.
    var searchedBytes: Int { offset + filled }

    /// Searches `file`; what could be read of one that breaks off is searched too.
    mutating func run(_ file: String, report: (Place) -> Void) throws(ReadFault) {
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
            let isLast = count == 0
            guard isLast || filled == buffer.count else { continue }
            search(isLast: isLast, report)
            if isLast { return }
            shift()
        }
    }

    private mutating func search(isLast: Bool, _ report: (Place) -> Void) {
        var found: [PlaceFilter.Candidate] = []
        let text = unsafe buffer.span(0..<filled)
        unsafe index.scanDecoding(RawSpan(_unsafeBytes: text)) { match, encoding in
            let bytes = (offset + match.range.lowerBound)..<(offset + match.range.upperBound)
            found.append(PlaceFilter.Candidate(match: match, encoding: encoding, bytes: bytes))
        }
        // What begins behind it is wholly in view of the next search, also where it turns out to be part of a whole.
        let decided = isLast ? Int.max : offset + filled - overlap + Self.margin
        var counted = 0
        var line = lines + 1
        for candidate in reported.new(among: found, decidedBefore: decided) {
            let start = candidate.bytes.lowerBound - offset
            line += unsafe LineCount.count(in: buffer.span(counted..<start))
            counted = start
            report(
                Place(match: candidate.match, encoding: candidate.encoding, line: line, bytes: candidate.bytes))
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
