import Sealing

/// Kinds of characters that the scanners tell apart.
enum ByteClass {
    static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    static func digit(_ byte: UInt8, radix: UInt32) -> UInt32? {
        let digit: UInt32? =
            switch byte {
            case 0x30...0x39: UInt32(byte - 0x30)
            case 0x41...0x46, 0x61...0x66: UInt32(byte | 0x20) - 0x61 + 10
            default: nil
            }
        return digit.flatMap { $0 < radix ? $0 : nil }
    }

    static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    static func isUpper(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }

    /// Unreserved and sub-delimiter characters that tokens are made of (`token68` of RFC 9110 and `.` `_`).
    static func isToken(_ byte: UInt8) -> Bool {
        isBase64URL(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "~") || byte == UInt8(ascii: "+")
            || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "=")
    }

    static func isBase64URL(_ byte: UInt8) -> Bool {
        isDigit(byte) || isLetter(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

    static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte) }

    /// Compares with lower-case ASCII text, whatever the case.
    static func matches(_ text: [UInt8], at index: Int, _ word: StaticString) -> Bool {
        unsafe matches(text.span.bytes, at: index, word)
    }

    /// Compares with lower-case ASCII text, whatever the case.
    static func matches(_ text: RawSpan, at index: Int, _ word: StaticString) -> Bool {
        word.withUTF8Buffer { word in
            guard index + word.count <= text.byteCount else { return false }
            for offset in word.indices {
                let byte = text.byte(at: index + offset)
                guard unsafe (isUpper(byte) ? byte | 0x20 : byte) == word[offset] else { return false }
            }
            return true
        }
    }
}
