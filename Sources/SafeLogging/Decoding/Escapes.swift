import Sealing

/// Decodes escapes of any dialect: `%41`, `\/`, `\n`, `\x41`, `\101`, `\u0041` also in pairs, `\u{41}`, `&amp;`, `&#65;`, `&#x41;`.
///
/// What is escaped where needn't be, or not where others would, makes no difference then.
enum Escapes {
    private static let entities: [(StaticString, UInt8)] = [
        ("&amp;", 0x26), ("&quot;", 0x22), ("&apos;", 0x27), ("&lt;", 0x3C), ("&gt;", 0x3E),
    ]

    /// Appends the decoded text, or nothing where there are no escapes.
    static func decode(_ text: [UInt8], into decoded: inout MappedText) {
        var plain = 0
        var index = 0
        while let place = nextMark(in: text, from: index) {
            guard let escape = unsafe escape(in: text.span.bytes, at: place) else {
                index = place + 1
                continue
            }
            append(text[plain..<place], to: &decoded)
            decoded.beginPiece(.unit(escape.length), from: place)
            switch escape.value {
            case .byte(let byte): decoded.append(byte)
            case .scalar(let scalar):
                if let encoded = Unicode.Scalar(scalar).flatMap({ UTF8.encode($0) }) {
                    decoded.append(contentsOf: encoded)
                }
            }
            index = place + escape.length
            plain = index
        }
        if plain > 0 { append(text[plain...], to: &decoded) }
    }

    private static func append(_ text: ArraySlice<UInt8>, to decoded: inout MappedText) {
        guard !text.isEmpty else { return }
        decoded.beginPiece(.same, from: text.startIndex)
        decoded.append(contentsOf: text)
    }

    private static let marks = (0...255).map { isMark($0) }

    private static func nextMark(in text: [UInt8], from start: Int) -> Int? {
        let marks = marks
        var index = start
        while index < text.count {
            if marks[Int(text[index])] { return index }
            index += 1
        }
        return nil
    }

    /// Tells whether an escape may begin with it.
    static func isMark(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "%") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "&")
    }

    enum Value {
        case byte(UInt8)
        case scalar(UInt32)
    }

    typealias Escape = (value: Value, length: Int)

    static func escape(in text: RawSpan, at index: Int) -> Escape? {
        switch text.byte(at: index) {
        case UInt8(ascii: "%"):
            guard let byte = number(in: text, at: index + 1, digits: 2, radix: 16) else { return nil }
            return (.byte(UInt8(byte)), 3)
        case UInt8(ascii: "\\"): return index + 1 < text.byteCount ? backslash(in: text, at: index) : nil
        case UInt8(ascii: "&"): return entity(in: text, at: index)
        default: return nil
        }
    }

    private static func backslash(in text: RawSpan, at index: Int) -> Escape? {
        let byte = text.byte(at: index + 1)
        switch byte {
        case UInt8(ascii: "b"): return (.byte(0x08), 2)
        case UInt8(ascii: "t"): return (.byte(0x09), 2)
        case UInt8(ascii: "n"): return (.byte(0x0A), 2)
        case UInt8(ascii: "f"): return (.byte(0x0C), 2)
        case UInt8(ascii: "r"): return (.byte(0x0D), 2)
        case UInt8(ascii: "x"):
            return number(in: text, at: index + 2, digits: 2, radix: 16).map { (.byte(UInt8($0)), 4) }
        case UInt8(ascii: "u"): return unit(in: text, at: index)
        case UInt8(ascii: "0")...UInt8(ascii: "3"):
            return number(in: text, at: index + 1, digits: 3, radix: 8).map { (.byte(UInt8($0)), 4) }
        default: return ByteClass.isDigit(byte) || ByteClass.isLetter(byte) ? nil : (.byte(byte), 2)
        }
    }

    private static func unit(in text: RawSpan, at index: Int) -> Escape? {
        if index + 2 < text.byteCount, text.byte(at: index + 2) == UInt8(ascii: "{") {
            return terminated(in: text, from: index + 3, by: "}", radix: 16).map { (.scalar($0.0), $0.end - index) }
        }
        guard let unit = number(in: text, at: index + 2, digits: 4, radix: 16) else { return nil }
        guard 0xD800..<0xDC00 ~= unit, ByteClass.matches(text, at: index + 6, "\\u"),
            let low = number(in: text, at: index + 8, digits: 4, radix: 16), 0xDC00..<0xE000 ~= low
        else { return (.scalar(unit), 6) }
        return (.scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)), 12)
    }

    private static func entity(in text: RawSpan, at index: Int) -> Escape? {
        guard index + 3 < text.byteCount, mayFollowAmpersand(text.byte(at: index + 1)) else { return nil }
        if let (name, byte) = entities.first(where: { ByteClass.matches(text, at: index, $0.0) }) {
            return (.byte(byte), name.utf8CodeUnitCount)
        }
        guard ByteClass.matches(text, at: index, "&#") else { return nil }
        let isHex = ByteClass.matches(text, at: index, "&#x")
        return terminated(in: text, from: index + (isHex ? 3 : 2), by: ";", radix: isHex ? 16 : 10)
            .map { (.scalar($0.0), $0.end - index) }
    }

    private static func mayFollowAmpersand(_ byte: UInt8) -> Bool {
        switch byte | 0x20 {
        case UInt8(ascii: "#") | 0x20, UInt8(ascii: "a"), UInt8(ascii: "g"), UInt8(ascii: "l"), UInt8(ascii: "q"): true
        default: false
        }
    }

    private static func number(in text: RawSpan, at start: Int, digits: Int, radix: UInt32) -> UInt32? {
        guard start + digits <= text.byteCount else { return nil }
        var number: UInt32 = 0
        for index in start..<(start + digits) {
            guard let digit = ByteClass.digit(text.byte(at: index), radix: radix) else { return nil }
            number = number * radix + digit
        }
        return number
    }

    /// A number of up to eight digits before `terminator`.
    private static func terminated(in text: RawSpan, from start: Int, by terminator: Unicode.Scalar, radix: UInt32)
        -> (UInt32, end: Int)?
    {
        var end = start
        while end < text.byteCount, end - start < 8, ByteClass.digit(text.byte(at: end), radix: radix) != nil {
            end += 1
        }
        guard end > start, end < text.byteCount, text.byte(at: end) == UInt8(ascii: terminator) else { return nil }
        return number(in: text, at: start, digits: end - start, radix: radix).map { ($0, end + 1) }
    }
}
