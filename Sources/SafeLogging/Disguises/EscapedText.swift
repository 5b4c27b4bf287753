import Sealing

/// Decodes escapes of one dialect.
enum EscapedText {
    /// Text beside the escape of a line end that tells whether the line was wrapped.
    private static let lineReach = 112

    /// Hands over the text around escapes, up to `reach` bytes away.
    static func decode(_ text: RawSpan, introducedBy mark: UInt8, reach: Int, _ body: (MappedText) -> Void) {
        func next(from start: Int) -> EditedText.Edit? {
            var search = start
            while let place = EditedText.next(mark, in: text, from: search) {
                if let escape = Escapes.escape(in: text, at: place) {
                    return edit(escape, at: place, reach)
                }
                search = place + 1
            }
            return nil
        }
        EditedText.decode(text, next: next, body)
    }

    private static func edit(_ escape: Escapes.Escape, at place: Int, _ reach: Int) -> EditedText.Edit {
        let range = place..<(place + escape.length)
        return switch escape.value {
        case .byte(let byte):
            EditedText.Edit(
                range: range, replacement: .byte(byte),
                reach: byte == 0x0A || byte == 0x0D ? max(reach, lineReach) : reach)
        case .scalar(let scalar): EditedText.Edit(range: range, replacement: .scalar(scalar), reach: reach)
        }
    }
}
