/// `Bearer …`, `Basic …` and the like, and whatever follows the name `Authorization`.
enum CredentialsShape {
    static func search(_ text: [UInt8], _ report: (Range<Int>) -> Void) {
        var index = 0
        while index < text.count {
            if isInitial(text[index]), let found = credential(in: text, at: index), !found.isEmpty {
                report(found)
                index = found.upperBound
            } else {
                index += 1
            }
        }
    }

    /// Whether a scheme or the header's name may begin with it.
    private static func isInitial(_ byte: UInt8) -> Bool {
        switch byte | 0x20 {
        case UInt8(ascii: "a"), UInt8(ascii: "b"), UInt8(ascii: "d"), UInt8(ascii: "t"): true
        default: false
        }
    }

    private static let headerSchemes: [StaticString] = [
        "digest", "negotiate", "ntlm", "apikey", "hmac", "bearer", "basic", "dpop", "token",
    ]

    /// The credential behind a scheme or a header's name that begins at `index`.
    static func credential(in text: [UInt8], at index: Int) -> Range<Int>? {
        guard index == 0 || !ByteClass.isLetter(text[index - 1]) else { return nil }
        return switch text[index] | 0x20 {
        case UInt8(ascii: "a"): headerValue(in: text, at: index)
        case UInt8(ascii: "b"), UInt8(ascii: "d"), UInt8(ascii: "t"): schemeValue(in: text, at: index)
        default: nil
        }
    }

    private static func schemeValue(in text: [UInt8], at index: Int) -> Range<Int>? {
        let scheme: StaticString =
            switch text[index] | 0x20 {
            case UInt8(ascii: "d"): "dpop"
            case UInt8(ascii: "t"): "token"
            default: index + 1 < text.count && text[index + 1] | 0x20 == UInt8(ascii: "e") ? "bearer" : "basic"
            }
        guard let start = afterScheme(in: text, at: index, scheme) else { return nil }
        let word = start..<tokenEnd(text, from: start)
        return looksLikeCredential(text[word]) ? word : nil
    }

    /// The header's value: what follows a scheme, or else its first word.
    private static func headerValue(in text: [UInt8], at index: Int) -> Range<Int>? {
        guard ByteClass.matches(text, at: index, "authorization") else { return nil }
        var start = index + 13
        var hasColon = false
        while start < text.count, isSeparator(text[start]) {
            hasColon = hasColon || text[start] == UInt8(ascii: ":") || text[start] == UInt8(ascii: "=")
            start += 1
        }
        guard hasColon else { return nil }
        if ByteClass.matches(text, at: start, "digest") {
            return start..<(text[start...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count)
        }
        start = headerSchemes.lazy.compactMap { afterScheme(in: text, at: start, $0) }.first ?? start
        return start..<tokenEnd(text, from: start)
    }

    /// Where the value behind the name of a scheme begins.
    private static func afterScheme(in text: [UInt8], at index: Int, _ scheme: StaticString) -> Int? {
        guard ByteClass.matches(text, at: index, scheme) else { return nil }
        let separator = index + scheme.utf8CodeUnitCount
        var start = separator
        let limit = min(text.count, start + 8)
        while start < limit, isSeparator(text[start]) { start += 1 }
        return start > separator ? start : nil
    }

    private static func tokenEnd(_ text: [UInt8], from start: Int) -> Int {
        var end = start
        while end < text.count, ByteClass.isToken(text[end]) { end += 1 }
        return end
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        ByteClass.isSpace(byte) || ByteClass.isQuote(byte) || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "=")
            || byte == UInt8(ascii: "\\")
    }

    /// Tells a credential from the next word of a sentence.
    private static func looksLikeCredential(_ word: ArraySlice<UInt8>) -> Bool {
        guard word.count >= 8 else { return false }
        return word.count >= 20 || word.contains(where: ByteClass.isDigit) || word.contains(UInt8(ascii: "="))
            || (word.dropFirst().contains(where: ByteClass.isUpper) && word.contains { (0x61...0x7A).contains($0) })
    }
}
