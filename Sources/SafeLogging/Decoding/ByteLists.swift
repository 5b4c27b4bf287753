import Sealing

/// Reads bytes that were printed one by one or in groups: `[113, 55, 90]`, `71:37:5A`, `71375a74 2d317856`, `0x71, 0x37`, also
/// over lines that are indented.
enum ByteLists {
    /// How bytes may be written, by the radix of their digits.
    static let radixes: [UInt32] = [10, 16]

    private static let shortestList = 8
    /// What may stand between two items in bytes: blanks and line ends, and of other separators two.
    static let longestGap = 44

    /// The decoded lists, one after the other, each with a line feed behind it; nil where there is none.
    static func decode(_ text: [UInt8]) -> DecodedText? {
        var decoded = DecodedText()
        let span = unsafe text.span.bytes
        for radix in radixes {
            var index = 0
            while index < text.count {
                var items: [Range<Int>] = []
                let next = forEachItem(in: span, from: index, radix: radix) { items.append($0) }
                if items.count >= shortestList || (radix == 16 && items.count >= 2) {
                    for item in items { forEachByte(of: item, in: span, radix) { decoded.append($0, from: $1) } }
                    decoded.append(UInt8(ascii: "\n"), from: next..<next)
                }
                index = max(next, index + 1)
            }
        }
        return decoded.bytes.isEmpty ? nil : decoded
    }

    /// Hands over the digits of each item of the list that begins at `start`; returns where the next one may begin.
    static func forEachItem(
        in text: RawSpan, from start: Int, radix: UInt32, _ body: (Range<Int>) -> Void
    ) -> Int {
        var index = start
        while index < text.byteCount {
            if radix == 16, ByteClass.matches(text, at: index, "0x") { index += 2 }
            var end = index
            while end < text.byteCount, ByteClass.digit(text.byte(at: end), radix: radix) != nil { end += 1 }
            guard isItem(index..<end, of: text, radix) else { return end }
            body(index..<end)
            guard let next = afterGap(in: text, from: end) else { return end }
            index = next
        }
        return index
    }

    /// Hands over the bytes that an item stands for, each with its digits.
    static func forEachByte(
        of item: Range<Int>, in text: RawSpan, _ radix: UInt32, _ body: (UInt8, Range<Int>) -> Void
    ) {
        guard radix == 16 else { return body(UInt8(number(item, of: text)), item) }
        for start in stride(from: item.lowerBound, to: item.upperBound, by: 2) {
            let high = ByteClass.digit(text.byte(at: start), radix: 16)
            let low = ByteClass.digit(text.byte(at: start + 1), radix: 16)
            body(UInt8((high ?? 0) << 4 | (low ?? 0)), start..<(start + 2))
        }
    }

    private static func isItem(_ digits: Range<Int>, of text: RawSpan, _ radix: UInt32) -> Bool {
        guard radix == 10 else { return digits.count >= 2 && digits.count % 2 == 0 }
        return (1...3).contains(digits.count) && number(digits, of: text) < 256
    }

    private static func number(_ digits: Range<Int>, of text: RawSpan) -> Int {
        digits.reduce(0) { $0 * 10 + Int(text.byte(at: $1)) - 0x30 }
    }

    /// Where the separators that begin at `end` end; nil where there are none, or too many for one list.
    private static func afterGap(in text: RawSpan, from end: Int) -> Int? {
        var index = end
        var marks = 0
        while index < text.byteCount, isSeparator(text.byte(at: index)) {
            if !ByteClass.isSpace(text.byte(at: index)) { marks += 1 }
            index += 1
            guard marks <= 2, index - end <= longestGap else { return nil }
        }
        return index > end ? index : nil
    }

    static func isSeparator(_ byte: UInt8) -> Bool {
        ByteClass.isSpace(byte) || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ";")
            || byte == UInt8(ascii: "-")
    }
}
