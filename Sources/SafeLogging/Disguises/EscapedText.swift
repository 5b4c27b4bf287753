import Sealing

/// Decodes escapes of one dialect.
enum EscapedText {
    /// Hands over the text around escapes, up to `reach` bytes away.
    static func decode(_ text: RawSpan, introducedBy mark: UInt8, reach: Int, _ body: (MappedText) -> Void) {
        func next(from start: Int) -> EditedText.Edit? {
            var search = start
            while let place = EditedText.next(mark, in: text, from: search) {
                if let escape = Escapes.escape(in: text, at: place) {
                    let replacement: EditedText.Edit.Replacement =
                        switch escape.value {
                        case .byte(let byte): .byte(byte)
                        case .scalar(let scalar): .scalar(scalar)
                        }
                    return EditedText.Edit(
                        range: place..<(place + escape.length), replacement: replacement, reach: reach)
                }
                search = place + 1
            }
            return nil
        }
        EditedText.decode(text, next: next, body)
    }
}
