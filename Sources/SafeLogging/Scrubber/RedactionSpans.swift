/// The parts of a text that must go.
struct RedactionSpans {
    private var unordered: [Range<Int>] = []

    /// Adds a part of `text`, and what is missing of the characters at both of its ends.
    mutating func add(_ span: Range<Int>, of text: [UInt8]) {
        guard !span.isEmpty else { return }
        var (start, end) = (span.lowerBound, span.upperBound)
        while start > 0, span.lowerBound - start < 3, Self.isContinuation(text[start]) { start -= 1 }
        while end < text.count, end - span.upperBound < 3, Self.isContinuation(text[end]) { end += 1 }
        unordered.append(start..<end)
    }

    private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

    /// The spans in order, with those that touch or overlap united: of several that begin at one place the longest counts,
    /// and no tail of a longer one stays.
    func united() -> [Range<Int>] {
        var united: [Range<Int>] = []
        for span in unordered.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = united.last, span.lowerBound <= last.upperBound {
                united[united.count - 1] = last.lowerBound..<max(last.upperBound, span.upperBound)
            } else {
                united.append(span)
            }
        }
        return united
    }

    /// `text` up to `end`, with a mark in place of each span that begins there.
    func replaced(in text: [UInt8], upTo end: Int? = nil) -> [UInt8] {
        let end = end ?? text.count
        guard !unordered.isEmpty else { return end == text.count ? text : Array(text[..<end]) }
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var position = 0
        for span in united() where span.upperBound <= end {
            result += text[position..<span.lowerBound]
            result += Redaction.mark.utf8
            position = span.upperBound
        }
        return result + text[position..<end]
    }
}
