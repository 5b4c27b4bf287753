/// Decodes bytes that were printed one by one or in groups: `[113, 55, 90]`, `71:37:5A`, `71375a74 2d317856`, `0x71, 0x37`.
enum ByteLists {
    private static let shortestList = 8

    /// The decoded lists, one after the other, each with a line feed behind it; nil where there is none.
    static func decode(_ text: [UInt8]) -> DecodedText? {
        var decoded = DecodedText()
        for radix in [10, 16] as [UInt32] {
            var index = 0
            while index < text.count {
                let (items, next) = items(in: text, from: index, radix: radix)
                if items.count >= shortestList || (radix == 16 && items.count >= 2) {
                    for item in items { append(text, item, radix, to: &decoded) }
                    decoded.append(UInt8(ascii: "\n"), from: next..<next)
                }
                index = max(next, index + 1)
            }
        }
        return decoded.bytes.isEmpty ? nil : decoded
    }

    /// Numbers that follow one another with little between, and where the next ones may begin.
    private static func items(in text: [UInt8], from start: Int, radix: UInt32) -> ([Range<Int>], next: Int) {
        var items: [Range<Int>] = []
        var index = start
        while index < text.count {
            if radix == 16, ByteClass.matches(text, at: index, "0x") { index += 2 }
            var end = index
            while end < text.count, ByteClass.digit(text[end], radix: radix) != nil { end += 1 }
            guard isItem(text[index..<end], radix) else { return (items, end) }
            items.append(index..<end)
            index = end
            let limit = min(text.count, end + 3)
            while index < limit, isSeparator(text[index]) { index += 1 }
            guard index > end else { return (items, end) }
        }
        return (items, index)
    }

    private static func isItem(_ digits: ArraySlice<UInt8>, _ radix: UInt32) -> Bool {
        guard radix == 10 else { return digits.count >= 2 && digits.count % 2 == 0 }
        return (1...3).contains(digits.count) && digits.reduce(0) { $0 * 10 + Int($1) - 0x30 } < 256
    }

    private static func append(_ text: [UInt8], _ item: Range<Int>, _ radix: UInt32, to decoded: inout DecodedText) {
        guard radix == 16 else {
            let number = text[item].reduce(0) { $0 * 10 + Int($1) - 0x30 }
            return decoded.append(UInt8(number), from: item)
        }
        for start in stride(from: item.lowerBound, to: item.upperBound, by: 2) {
            let (high, low) = (ByteClass.digit(text[start], radix: 16), ByteClass.digit(text[start + 1], radix: 16))
            decoded.append(UInt8((high ?? 0) << 4 | (low ?? 0)), from: start..<(start + 2))
        }
    }

    static func isSeparator(_ byte: UInt8) -> Bool {
        ByteClass.isSpace(byte) || ",:;-".utf8.contains(byte)
    }
}
