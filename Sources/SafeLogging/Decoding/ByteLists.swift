import Sealing

/// Reads bytes that were printed one by one or in groups: `[113, 55, 90]`, `71:37:5A`, `71375a74 2d317856`, `0x71, 0x37`, also
/// over lines that are indented.
enum ByteLists {
    /// How bytes may be written, by the radix of their digits.
    static let radixes: [UInt32] = [10, 16]

    /// What may stand between two items in bytes: blanks and line ends, and of other separators two.
    static let longestGap = 44

    /// Runs that may hold eight bytes, and such that may hold sixteen.
    private static let (runs, longRuns) = (ByteRuns(shortest: 15, of: isListed), ByteRuns(shortest: 31, of: isListed))

    /// Appends the decoded lists of at least `shortest` bytes, eight or more, one after the other, each with a line feed behind it.
    static func decode(_ text: [UInt8], radix: UInt32, into decoded: inout MappedText, shortest: Int) {
        let runs = shortest < 16 ? runs : longRuns
        unsafe runs.forEach(in: text.span.bytes, 0..<text.count) { run in
            let separators = text[run].count(where: isSeparator)
            let fewest = radix == 16 ? 1 : shortest - 1
            guard separators >= fewest, run.count - separators >= (radix == 16 ? 2 : 1) * shortest else { return }
            unsafe decode(text.span.bytes.extracting(run), from: run.lowerBound, radix, into: &decoded, shortest)
        }
    }

    private static func decode(
        _ run: RawSpan, from origin: Int, _ radix: UInt32, into decoded: inout MappedText, _ shortest: Int
    ) {
        var index = 0
        while index < run.byteCount {
            let start = index
            var (items, bytes) = (0, 0)
            let next = forEachItem(in: run, from: start, radix: radix) { item in
                items += 1
                bytes += radix == 16 ? item.count / 2 : 1
            }
            if items >= 2, bytes >= shortest {
                _ = forEachItem(in: run, from: start, radix: radix) {
                    append($0, of: run, from: origin, radix, to: &decoded)
                }
                decoded.beginPiece(.unit(0), from: origin + next)
                decoded.append(UInt8(ascii: "\n"))
            }
            index = max(next, index + 1)
        }
    }

    private static func append(
        _ item: Range<Int>, of run: RawSpan, from origin: Int, _ radix: UInt32, to decoded: inout MappedText
    ) {
        decoded.beginPiece(radix == 16 ? .pairs : .unit(item.count), from: origin + item.lowerBound)
        forEachByte(of: item, in: run, radix) { byte, _ in decoded.append(byte) }
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

    /// What lists consist of.
    static func isListed(_ byte: UInt8) -> Bool {
        ByteClass.digit(byte, radix: 16) != nil || isSeparator(byte) || byte | 0x20 == UInt8(ascii: "x")
    }

    static func isSeparator(_ byte: UInt8) -> Bool {
        ByteClass.isSpace(byte) || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ";")
            || byte == UInt8(ascii: "-")
    }
}
