/// `Bearer …`, `Basic …` and the like, and whatever follows the name `Authorization`.
enum CredentialsShape {
    static func search(_ text: [UInt8], _ report: (Range<Int>) -> Void) {
        var index = 0
        while index < text.count {
            let mayBegin = isInitial(text[index]) && (index == 0 || !ByteClass.isLetter(text[index - 1]))
            if mayBegin, let found = credential(in: text, at: index), !found.isEmpty {
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

    private static let schemes: [StaticString] = ["bearer", "basic", "dpop", "token"]
    private static let headerSchemes: [StaticString] = ["digest", "negotiate", "ntlm", "apikey", "hmac"] + schemes

    private static func credential(in text: [UInt8], at index: Int) -> Range<Int>? {
        switch text[index] | 0x20 {
        case UInt8(ascii: "a"): headerValue(in: text, at: index)
        case UInt8(ascii: "b"), UInt8(ascii: "d"), UInt8(ascii: "t"): schemeValue(in: text, at: index)
        default: nil
        }
    }

    private static func schemeValue(in text: [UInt8], at index: Int) -> Range<Int>? {
        guard let start = afterScheme(in: text, at: index, schemes) else { return nil }
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
        start = afterScheme(in: text, at: start, headerSchemes) ?? start
        return start..<tokenEnd(text, from: start)
    }

    /// Where the value behind the name of a scheme begins.
    private static func afterScheme(in text: [UInt8], at index: Int, _ schemes: [StaticString]) -> Int? {
        guard let scheme = schemes.first(where: { ByteClass.matches(text, at: index, $0) }) else { return nil }
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
