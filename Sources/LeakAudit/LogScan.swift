import SafeLogging
import Sealing

/// Searches one log, in memory of constant size.
struct LogScan: ~Copyable {
    private let index: FingerprintIndex
    private let buffer: AlignedBuffer
    private static let chunkSize = 1_048_576

    /// Text before the buffer, in bytes, and its lines.
    private var offset = 0
    private var lines = 0

    init(_ index: FingerprintIndex) {
        self.index = index
        buffer = AlignedBuffer(size: Self.chunkSize + 2 * index.overlap)
    }

    /// A match with its place in the whole text.
    struct Place {
        let match: FingerprintMatch
        let line: Int
        let bytes: Range<Int>
    }

    /// Searches `file`, and returns how many bytes it has.
    mutating func run(_ file: String, report: (Place) -> Void) throws(ReadFault) -> Int {
        var reader = try LogReader(opening: file)
        var filled = 0
        var kept = 0
        while true {
            let room = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer.bytes[filled...])
            let count = unsafe try reader.read(into: room)
            filled += count
            let isLast = count == 0
            guard isLast || filled == buffer.count else { continue }
            search(0..<filled, repeating: kept, isLast: isLast, report)
            if isLast { return offset + filled }
            kept = min(index.overlap, filled)
            shift(by: filled - kept, of: filled)
            filled = kept
        }
    }

    private func search(_ range: Range<Int>, repeating kept: Int, isLast: Bool, _ report: (Place) -> Void) {
        var counted = 0
        var line = lines + 1
        var matches: [FingerprintMatch] = []
        let text = unsafe buffer.span(range)
        unsafe index.scan(RawSpan(_unsafeBytes: text), repeating: kept, isLast: isLast) { matches.append($0) }
        for match in matches.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            line += newlines(in: counted..<match.range.lowerBound)
            counted = match.range.lowerBound
            report(
                Place(
                    match: match, line: line,
                    bytes: (offset + match.range.lowerBound)..<(offset + match.range.upperBound)))
        }
    }

    private func newlines(in range: Range<Int>) -> Int {
        let text = unsafe buffer.span(range)
        var count = 0
        unsafe text.withMemoryRebound(to: UInt8.self) { text in
            for index in text.indices where unsafe text[index] == 0x0A { count += 1 }
        }
        return count
    }

    private mutating func shift(by count: Int, of filled: Int) {
        lines += newlines(in: 0..<count)
        offset += count
        let rest = unsafe buffer.span(count..<filled)
        unsafe buffer.bytes.copyMemory(from: rest)
    }
}
