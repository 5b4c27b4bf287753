import Sealing

/// Leaves out characters that don't show, and writes full-width ones as ASCII.
enum FoldedText {
    /// Hands over the text around such characters, up to `reach` bytes away; of ASCII every byte is looked at once.
    ///
    /// Line ends and tabs stay, which set values apart.
    static func decode(_ text: RawSpan, reach: Int, _ body: (MappedText) -> Void) {
        func next(from start: Int) -> EditedText.Edit? {
            var search = start
            while let place = self.next(in: text, from: search) {
                if let edit = edit(in: text, at: place, reach) { return edit }
                search = place + 1
            }
            return nil
        }
        EditedText.decode(text, next: next, body)
    }

    private static func edit(in text: RawSpan, at place: Int, _ reach: Int) -> EditedText.Edit? {
        switch text.byte(at: place) {
        case 0:
            return zeros(in: text, from: place).map { EditedText.Edit(range: $0, replacement: .nothing, reach: reach) }
        case 1..<0x20, 0x7F:
            return EditedText.Edit(range: place..<(place + 1), replacement: .nothing, reach: reach)
        default: break
        }
        guard let (scalar, length) = scalar(in: text, at: place) else { return nil }
        let range = place..<(place + length)
        if Folding.isUnseen(scalar) { return EditedText.Edit(range: range, replacement: .nothing, reach: reach) }
        return Folding.narrow(scalar).map { EditedText.Edit(range: range, replacement: .byte($0), reach: reach) }
    }

    /// Up to three zero bytes, as UTF-32 has them, from the first one on; one alone, unless it may be of UTF-16, which has
    /// others two bytes away.
    private static func zeros(in text: RawSpan, from place: Int) -> Range<Int>? {
        func isZero(_ index: Int) -> Bool { index >= 0 && index < text.byteCount && text.byte(at: index) == 0 }
        guard !isZero(place - 1) else { return nil }
        var end = place + 1
        while end - place < 4, isZero(end) { end += 1 }
        switch end - place {
        case 1: return isZero(place - 2) || isZero(place + 2) ? nil : place..<end
        case 2, 3: return place..<end
        default: return nil
        }
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

    /// Where a byte stands next that may be left out or begin a character that is; of ASCII sixteen are looked at at a time.
    private static func next(in text: RawSpan, from start: Int) -> Int? {
        unsafe text.withUnsafeBytes { bytes in
            unsafe isFolded.withUnsafeBufferPointer { isFolded in
                var place = start
                while place + 8 <= bytes.count {
                    var unusual = unsafe unusual(bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
                    while unusual != 0 {
                        let found = place &+ unusual.trailingZeroBitCount &>> 3
                        if unsafe isFolded[Int(bytes[found])] { return found }
                        unusual &= unusual &- 1
                    }
                    place += 8
                    while place + 16 <= bytes.count {
                        let words = unsafe bytes.loadUnaligned(fromByteOffset: place, as: SIMD2<UInt64>.self)
                        if mayBeUnusual(words.x) || mayBeUnusual(words.y) { break }
                        place += 16
                    }
                }
                return (place..<bytes.count).first { unsafe isFolded[Int(bytes[$0])] }
            }
        }
    }

    /// The top bit of each of eight bytes that is below 0x20 or above 0x7E.
    @inline(__always)
    private static func unusual(_ word: UInt64) -> UInt64 {
        let word = UInt64(littleEndian: word)
        let low = word & 0x7F7F_7F7F_7F7F_7F7F
        let isUsual = (low &+ 0x6060_6060_6060_6060) & ~(low &+ 0x0101_0101_0101_0101) & ~word
        return ~isUsual & 0x8080_8080_8080_8080
    }

    /// Whether one of eight bytes is below 0x20 or above 0x7E; carries and borrows come from such bytes only.
    @inline(__always)
    private static func mayBeUnusual(_ word: UInt64) -> Bool {
        (word | (word &- 0x2020_2020_2020_2020) | (word &+ 0x0101_0101_0101_0101)) & 0x8080_8080_8080_8080 != 0
    }

    private static let isFolded: [Bool] = (0...255).map { (byte: UInt8) in
        switch byte {
        case 0x09, 0x0A, 0x0D: false
        case 0..<0x20, 0x7F: true
        default: firsts.contains(byte)
        }
    }

    /// How the characters begin in UTF-8 that don't show or are wide.
    private static let firsts: [UInt8] = [0xC2, 0xCD, 0xD8, 0xE1, 0xE2, 0xE3, 0xEF, 0xF0, 0xF3]
}
