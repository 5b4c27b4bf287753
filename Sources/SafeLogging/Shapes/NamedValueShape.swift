/// `name=value`, `"name": value` and their escaped forms, where the name bears secrets.
enum NamedValueShape {
    private static let longestName = 64
    /// Quotes, backslashes and blanks between a name and its separator.
    private static let longestFrame = 4

    /// The `=` or `:` behind the name in which a stem ends at `end`, if there is one.
    static func separator(in text: [UInt8], behindStem end: Int) -> Int? {
        var index = end
        let nameLimit = min(text.count, end + longestName)
        while index < nameLimit, isNameByte(text[index]) { index += 1 }
        let limit = min(text.count, index + longestFrame)
        while index < limit, isFrame(text[index]) { index += 1 }
        guard index < text.count, isSeparator(text[index]) else { return nil }
        return index
    }

    /// What must go behind a separator, if the name before it bears secrets and doesn't only describe them.
    static func value(in text: [UInt8], behind separator: Int) -> Range<Int>? {
        guard let name = name(in: text, before: separator, needsQuote: text[separator] == UInt8(ascii: ":")),
            FieldName.bearsSecret(utf8: name)
        else { return nil }
        if isCookie(name) { return cookies(in: text, from: separator + 1) }
        let value = valueSpan(in: text, from: separator + 1)
        return DescribedNames.describe(name, text[value]) ? nil : value
    }

    private static func isSeparator(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "=") || byte == UInt8(ascii: ":") }

    private static func name(in text: [UInt8], before separator: Int, needsQuote: Bool)
        -> ArraySlice<UInt8>?
    {
        var end = separator
        var isQuoted = false
        while end > 0, separator - end < longestFrame, isFrame(text[end - 1]) {
            isQuoted = isQuoted || ByteClass.isQuote(text[end - 1])
            end -= 1
        }
        var start = end
        while start > 0, end - start <= longestName, isNameByte(text[start - 1]) { start -= 1 }
        guard start < end, end - start <= longestName else { return nil }
        let name = text[start..<end]
        return isQuoted || !needsQuote || isTechnical(name) ? name : nil
    }

    /// Tells a header field or a key from the last word before a colon in a sentence.
    private static func isTechnical(_ name: ArraySlice<UInt8>) -> Bool {
        name.contains(UInt8(ascii: "-")) || name.contains(UInt8(ascii: "_")) || isCookie(name)
            || ["password", "passwd", "passphrase"].contains { isNamed($0, name) }
    }

    private static func isCookie(_ name: ArraySlice<UInt8>) -> Bool {
        isNamed("cookie", name) || isNamed("set-cookie", name)
    }

    private static func isNamed(_ text: StaticString, _ name: ArraySlice<UInt8>) -> Bool {
        unsafe name.count == text.utf8CodeUnitCount && ByteClass.matches(name.span.bytes, at: 0, text)
    }

    /// All of a line's cookies: up to its end, or to the quote that ends them.
    private static func cookies(in text: [UInt8], from separator: Int) -> Range<Int> {
        var start = separator
        while start < text.count, isFrame(text[start]) { start += 1 }
        let end = text[start...].firstIndex { $0 == UInt8(ascii: "\n") || ByteClass.isQuote($0) } ?? text.count
        return start..<end
    }

    private static func valueSpan(in text: [UInt8], from separator: Int) -> Range<Int> {
        var start = separator
        var quote: UInt8?
        while start < text.count, isFrame(text[start]), quote == nil {
            if ByteClass.isQuote(text[start]) { quote = text[start] }
            start += 1
        }
        guard start < text.count else { return start..<start }
        if let quote { return start..<quotedEnd(in: text, from: start, quote) }
        if text[start] == UInt8(ascii: "{") || text[start] == UInt8(ascii: "[") {
            return start..<subtreeEnd(in: text, from: start)
        }
        let end = text[start...].firstIndex { endsPlainValue($0) } ?? text.count
        return start..<end
    }

    private static func quotedEnd(in text: [UInt8], from start: Int, _ quote: UInt8) -> Int {
        let isEscaped = start >= 2 && text[start - 2] == UInt8(ascii: "\\")
        var index = start
        while index < text.count {
            if text[index] == UInt8(ascii: "\\"), index + 1 < text.count {
                if isEscaped, text[index + 1] == quote { return index }
                index += 2
                continue
            }
            if text[index] == quote { return index }
            index += 1
        }
        return text.count
    }

    /// The end of a list or an object; of one that is not closed, the end of the text.
    private static func subtreeEnd(in text: [UInt8], from start: Int) -> Int {
        var depth = 0
        var isInString = false
        var index = start
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "\\"): index += 1
            case UInt8(ascii: "\""): isInString.toggle()
            case UInt8(ascii: "{") where !isInString, UInt8(ascii: "[") where !isInString: depth += 1
            case UInt8(ascii: "}") where !isInString, UInt8(ascii: "]") where !isInString: depth -= 1
            default: break
            }
            index += 1
            if depth == 0 { return index }
        }
        return text.count
    }

    private static func endsPlainValue(_ byte: UInt8) -> Bool {
        ByteClass.isSpace(byte) || ByteClass.isQuote(byte)
            || [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "&"), UInt8(ascii: "}"), UInt8(ascii: ")")]
                .contains(byte)
    }

    private static func isFrame(_ byte: UInt8) -> Bool {
        ByteClass.isQuote(byte) || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: " ")
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        ByteClass.isBase64URL(byte) || byte == UInt8(ascii: ".")
    }
}
