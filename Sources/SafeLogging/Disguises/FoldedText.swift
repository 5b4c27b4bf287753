import Sealing

/// Leaves out characters that don't show, and writes full-width ones as ASCII.
enum FoldedText {
    /// Hands over the text around such characters, up to `reach` bytes away; of ASCII every byte is looked at once.
    static func decode(_ text: RawSpan, reach: Int, _ body: (MappedText) -> Void) {
        func next(from start: Int) -> EditedText.Edit? {
            var search = start
            while let place = nextBeyondASCII(in: text, from: search) {
                if let edit = edit(in: text, at: place, reach) { return edit }
                search = place + 1
            }
            return nil
        }
        EditedText.decode(text, next: next, body)
    }

    private static func edit(in text: RawSpan, at place: Int, _ reach: Int) -> EditedText.Edit? {
        switch text.byte(at: place) {
        case 0xC2, 0xCD, 0xD8, 0xE1...0xE3, 0xEF, 0xF0, 0xF3: break
        default: return nil
        }
        guard let (scalar, length) = scalar(in: text, at: place) else { return nil }
        let range = place..<(place + length)
        if Folding.isUnseen(scalar) { return EditedText.Edit(range: range, replacement: .nothing, reach: reach) }
        return Folding.narrow(scalar).map { EditedText.Edit(range: range, replacement: .byte($0), reach: reach) }
    }

    private static func scalar(in text: RawSpan, at place: Int) -> (UInt32, length: Int)? {
        let first = text.byte(at: place)
        let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        guard place + length <= text.byteCount else { return nil }
        var scalar = UInt32(first) & (0xFF >> UInt32(length + 1))
        for index in (place + 1)..<(place + length) {
            guard text.byte(at: index) & 0xC0 == 0x80 else { return nil }
            scalar = scalar << 6 | UInt32(text.byte(at: index) & 0x3F)
        }
        return (scalar, length)
    }

    private static func nextBeyondASCII(in text: RawSpan, from start: Int) -> Int? {
        unsafe text.withUnsafeBytes { bytes in
            var place = start
            while place + 16 <= bytes.count {
                let vector = unsafe bytes.loadUnaligned(fromByteOffset: place, as: SIMD2<UInt64>.self)
                if (vector.x | vector.y) & 0x8080_8080_8080_8080 != 0 { break }
                place += 16
            }
            while place < bytes.count {
                if unsafe bytes[place] >= 0x80 { return place }
                place += 1
            }
            return nil
        }
    }
}
