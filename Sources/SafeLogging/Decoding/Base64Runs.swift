/// Decodes base64 (RFC 4648 §4 and §5, also mixed) wherever a long run of its characters stands, so that what was encoded
/// twice is found.
enum Base64Runs {
    /// Shorter runs hold no 16 bytes.
    private static let shortestRun = 22

    /// The decoded runs, one after the other, each with a line feed behind it; nil where there is none.
    static func decode(_ text: [UInt8]) -> DecodedText? {
        var decoded = DecodedText()
        var start = 0
        while start < text.count {
            var end = start
            while end < text.count, value(text[end]) != nil { end += 1 }
            if end - start >= shortestRun {
                append(text, start..<end, to: &decoded)
                decoded.append(UInt8(ascii: "\n"), from: end..<end)
            }
            start = end + 1
        }
        return decoded.bytes.isEmpty ? nil : decoded
    }

    private static func append(_ text: [UInt8], _ run: Range<Int>, to decoded: inout DecodedText) {
        var bits: UInt32 = 0
        var count: UInt32 = 0
        for index in run {
            bits = bits << 6 | (value(text[index]) ?? 0)
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            decoded.append(UInt8(truncatingIfNeeded: bits >> count), from: (index - 1)..<(index + 1))
        }
    }

    private static func value(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x41...0x5A: UInt32(byte - 0x41)
        case 0x61...0x7A: UInt32(byte - 0x61 + 26)
        case 0x30...0x39: UInt32(byte - 0x30 + 52)
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
