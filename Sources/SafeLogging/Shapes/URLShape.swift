/// User information in URLs: all between `://` and the last `@` before the path.
enum URLShape {
    /// What of the authority that begins at `start` must go, if there is user information in it.
    static func userInformation(in text: [UInt8], from start: Int) -> Range<Int>? {
        var end = start
        var lastAt: Int?
        while end < text.count, !endsAuthority(text[end]) {
            if text[end] == UInt8(ascii: "@") { lastAt = end }
            end += 1
        }
        return lastAt.map { start..<$0 }
    }

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        ByteClass.isSpace(byte) || ByteClass.isQuote(byte)
            || [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "<"), UInt8(ascii: ">")]
                .contains(byte)
    }
}
