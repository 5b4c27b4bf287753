/// User information in URLs: all between `://` and the last `@` before the path.
enum URLShape {
    static func search(_ text: [UInt8], _ report: (Range<Int>) -> Void) {
        var index = 0
        while index + 3 <= text.count {
            guard ByteClass.matches(text, at: index, "://") else {
                index += 1
                continue
            }
            let start = index + 3
            var end = start
            var lastAt: Int?
            while end < text.count, !endsAuthority(text[end]) {
                if text[end] == UInt8(ascii: "@") { lastAt = end }
                end += 1
            }
            if let lastAt { report(start..<lastAt) }
            index = max(end, start)
        }
    }

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        ByteClass.isSpace(byte) || ByteClass.isQuote(byte)
            || [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "<"), UInt8(ascii: ">")]
                .contains(byte)
    }
}
