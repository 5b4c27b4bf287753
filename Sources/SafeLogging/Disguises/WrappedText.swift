import Sealing

/// Joins lines where an encoder, a mailer or a terminal may have wrapped them: base64 of MIME (RFC 2045) and PEM, and plain
/// text at its 76th column.
enum WrappedText {
    /// Hands over the text around such line ends, up to `reach` bytes away.
    ///
    /// Elsewhere a line end costs a glance at the characters on either side of it.
    static func decode(_ text: RawSpan, reach: Int, _ body: (MappedText) -> Void) {
        var lineStart = 0
        func next(from start: Int) -> EditedText.Edit? {
            var search = start
            while let feed = EditedText.next(0x0A, in: text, from: search) {
                defer { lineStart = feed + 1 }
                if let range = join(at: feed, of: text, lineStart) {
                    return EditedText.Edit(range: range, replacement: .nothing, reach: reach)
                }
                search = feed + 1
            }
            return nil
        }
        EditedText.decode(text, next: next, body)
    }

    /// The line end at `feed`, with the indent behind it, where the text may go on.
    private static func join(at feed: Int, of text: RawSpan, _ lineStart: Int) -> Range<Int>? {
        var end = feed
        if end > lineStart, text.byte(at: end - 1) == 0x0D { end -= 1 }
        var resumed = feed + 1
        let limit = min(text.byteCount, resumed + LineWrap.longestIndent)
        while resumed < limit, text.byte(at: resumed) == 0x20 || text.byte(at: resumed) == 0x09 { resumed += 1 }
        guard end > lineStart, resumed < text.byteCount, isVisible(text.byte(at: end - 1)),
            isVisible(text.byte(at: resumed))
        else { return nil }
        if LineWrap.widths.contains(end - lineStart) { return end..<resumed }
        guard ByteClass.isToken(text.byte(at: end - 1)), ByteClass.isToken(text.byte(at: resumed)),
            end - lineStart >= LineWrap.shortestRun,
            ((end - LineWrap.shortestRun)..<end).allSatisfy({ isVisible(text.byte(at: $0)) })
        else { return nil }
        return end..<resumed
    }

    private static func isVisible(_ byte: UInt8) -> Bool { byte > 0x20 && byte != 0x7F }
}
