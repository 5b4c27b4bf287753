/// Folds text to what is seen of it: without control characters and characters that don't show, with full-width characters
/// as ASCII, and with lines joined where they may have been wrapped.
enum Folding {
    /// The folded text, or nil where folding changes nothing.
    static func fold(_ text: [UInt8]) -> [UInt8]? {
        var folded = MappedText()
        return fold(text, into: &folded) ? folded.bytes : nil
    }

    /// Appends the folded text; false where folding changes nothing.
    ///
    /// Bytes that are no UTF-8 stay as they are.
    @discardableResult
    static func fold(_ text: [UInt8], into folded: inout MappedText) -> Bool {
        let mayMatter = mayMatter
        var (plain, index, runStart, lineStart) = (0, 0, 0, 0)
        while index < text.count {
            guard mayMatter[Int(text[index])] else {
                index += 1
                continue
            }
            let start = index
            let (scalar, length) = scalar(in: text, at: start)
            index += length
            if scalar == 0x20 { runStart = index }
            if scalar == 0x0A {
                defer { (runStart, lineStart) = (index, start + 1) }
                guard mayWrap(text, at: start, runStart, lineStart) else { continue }
                index += text[index...].prefix(LineWrap.longestIndent).prefix { $0 == 0x20 || $0 == 0x09 }.count
            }
            guard let scalar, isUnseen(scalar) || narrow(scalar) != nil else { continue }
            append(text[plain..<start], to: &folded)
            if let byte = narrow(scalar) {
                folded.beginPiece(.unit(length), from: start)
                folded.append(byte)
            }
            plain = index
        }
        guard plain > 0 else { return false }
        append(text[plain...], to: &folded)
        return true
    }

    private static func mayWrap(_ text: [UInt8], at feed: Int, _ runStart: Int, _ lineStart: Int) -> Bool {
        let end = feed > lineStart && text[feed - 1] == 0x0D ? feed - 1 : feed
        return end - runStart >= LineWrap.shortestRun || LineWrap.widths.contains(end - lineStart)
    }

    /// Blanks, and what a character that folding changes may begin with.
    private static let mayMatter = (0...255).map { $0 == 0x20 || mayFold($0) }

    private static func append(_ text: ArraySlice<UInt8>, to folded: inout MappedText) {
        guard !text.isEmpty else { return }
        folded.beginPiece(.same, from: text.startIndex)
        folded.append(contentsOf: text)
    }

    /// Tells whether a character that folding changes may begin with it: what is never seen, full-width forms, line ends.
    static func mayFold(_ byte: UInt8) -> Bool {
        switch byte {
        case 0..<0x20, 0x7F, 0xC2, 0xCD, 0xD8, 0xE1...0xE3, 0xEF, 0xF0, 0xF3: true
        default: false
        }
    }

    /// Control characters, and those that Unicode says to ignore where they can't be shown.
    static func isUnseen(_ scalar: UInt32) -> Bool {
        if ControlCharacters.isControl(scalar) { return true }
        return switch scalar {
        case 0xAD, 0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F, 0x3164, 0xFE00...0xFE0F, 0xFFA0,
            0xFFF0...0xFFF8:
            true
        case 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF: true
        default: false
        }
    }

    /// What a full-width form of ASCII stands for.
    static func narrow(_ scalar: UInt32) -> UInt8? {
        (0xFF01...0xFF5E).contains(scalar) ? UInt8(scalar - 0xFEE0) : nil
    }

    private static func scalar(in text: [UInt8], at index: Int) -> (UInt32?, length: Int) {
        let first = text[index]
        guard first >= 0x80 else { return (UInt32(first), 1) }
        let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        guard (0xC2..<0xF5).contains(first), index + length <= text.count else { return (nil, 1) }
        var scalar = UInt32(first) & (0xFF >> UInt32(length + 1))
        for byte in text[(index + 1)..<(index + length)] {
            guard byte & 0xC0 == 0x80 else { return (nil, 1) }
            scalar = scalar << 6 | UInt32(byte & 0x3F)
        }
        return (scalar, length)
    }
}
