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
    /// How many bytes at the buffer's start were searched already.
    private var kept = 0

    /// Prepares a search that advances by at least `chunkSize` bytes at a time.
    init(_ index: FingerprintIndex, chunkSize: Int) {
        self.index = index
        buffer = AlignedBuffer(size: chunkSize + 2 * index.overlap)
    }

    /// A match with its place in the whole text.
    struct Place {
        let match: FingerprintMatch
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

    private func search(isLast: Bool, _ report: (Place) -> Void) {
        var matches: [FingerprintMatch] = []
        let text = unsafe buffer.span(0..<filled)
        unsafe index.scan(RawSpan(_unsafeBytes: text), repeating: kept, isLast: isLast) { matches.append($0) }
        var counted = 0
        var line = lines + 1
        for match in matches.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            line += unsafe LineCount.count(in: buffer.span(counted..<match.range.lowerBound))
            counted = match.range.lowerBound
            let bytes = (offset + match.range.lowerBound)..<(offset + match.range.upperBound)
            report(Place(match: match, line: line, bytes: bytes))
        }
    }

    /// Makes room for more text, behind what the next search has to see again.
    private mutating func shift() {
        kept = min(index.overlap, filled)
        let done = filled - kept
        lines += unsafe LineCount.count(in: buffer.span(0..<done))
        offset += done
        let rest = unsafe buffer.span(done..<filled)
        unsafe buffer.bytes.copyMemory(from: rest)
        filled = kept
    }
}
