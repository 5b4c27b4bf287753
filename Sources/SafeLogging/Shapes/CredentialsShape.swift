/// `Bearer …`, `Basic …` and the like, and whatever follows the name `Authorization`.
enum CredentialsShape {
    static func search(_ text: [UInt8], _ report: (Range<Int>) -> Void) {
        for index in text.indices {
            guard index == 0 || !ByteClass.isLetter(text[index - 1]) else { continue }
            switch text[index] | 0x20 {
            case UInt8(ascii: "a"): searchHeader(text, index, report)
            case UInt8(ascii: "b"), UInt8(ascii: "d"), UInt8(ascii: "t"): searchScheme(text, index, report)
            default: continue
            }
        }
    }

    private static let schemes: [StaticString] = ["bearer", "basic", "dpop", "token"]

    private static func searchScheme(_ text: [UInt8], _ index: Int, _ report: (Range<Int>) -> Void) {
        guard let scheme = schemes.first(where: { ByteClass.matches(text, at: index, $0) }) else { return }
        var start = index + scheme.utf8CodeUnitCount
        let separator = start
        let separatorLimit = min(text.count, start + 8)
        while start < separatorLimit, isSeparator(text[start]) { start += 1 }
        guard start > separator else { return }
        let end = tokenEnd(text, from: start)
        if looksLikeCredential(text[start..<end]) { report(start..<end) }
    }

    /// The header's value: one word, and a second one where the first names a scheme.
    private static func searchHeader(_ text: [UInt8], _ index: Int, _ report: (Range<Int>) -> Void) {
        guard ByteClass.matches(text, at: index, "authorization") else { return }
        var start = index + 13
        var hasColon = false
        while start < text.count, isSeparator(text[start]) {
            hasColon = hasColon || text[start] == UInt8(ascii: ":") || text[start] == UInt8(ascii: "=")
            start += 1
        }
        guard hasColon else { return }
        let end = tokenEnd(text, from: start)
        if end + 1 < text.count, text[end] == UInt8(ascii: " "), text[start..<end].allSatisfy(ByteClass.isLetter) {
            report((end + 1)..<tokenEnd(text, from: end + 1))
        } else {
            report(start..<end)
        }
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
