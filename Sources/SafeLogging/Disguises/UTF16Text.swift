import Sealing

/// Decodes UTF-16 in both byte orders wherever two characters of Latin script stand side by side, and what is so near to them
/// that it may belong to the same value.
enum UTF16Text {
    /// Hands over the text around such places, up to `reach` bytes away.
    static func decode(_ text: RawSpan, isLittleEndian: Bool, reach: Int, _ body: (MappedText) -> Void) {
        var regions: [Range<Int>?] = [nil, nil]
        var mapped = MappedText()
        func finish(_ parity: Int) {
            guard let region = regions[parity] else { return }
            Disguise.forEachPart(of: region, repeating: FingerprintIndex.growth * (reach & ~1)) { part in
                append(text, part, isLittleEndian, to: &mapped)
                mapped.appendBreak(at: part.upperBound)
                guard mapped.bytes.count >= Disguise.batch else { return }
                body(mapped)
                mapped.removeAll()
            }
        }
        var search = 1
        while let zero = EditedText.next(0, in: text, from: search) {
            search = zero + 1
            guard zero + 2 < text.byteCount, text.byte(at: zero - 1) != 0, text.byte(at: zero + 1) != 0,
                text.byte(at: zero + 2) == 0
            else { continue }
            let first = isLittleEndian ? zero - 1 : zero
            let parity = first & 1
            let start = max(parity, first - (reach & ~1))
            let end = min(text.byteCount, first + 4 + (reach & ~1))
            if let region = regions[parity], region.upperBound >= start {
                regions[parity] = region.lowerBound..<end
            } else {
                finish(parity)
                regions[parity] = start..<end
            }
        }
        finish(0)
        finish(1)
        if !mapped.isEmpty { body(mapped) }
    }

    private static func append(
        _ text: RawSpan, _ region: Range<Int>, _ isLittleEndian: Bool, to mapped: inout MappedText
    ) {
        func unit(_ index: Int) -> UInt32? {
            guard index + 2 <= region.upperBound else { return nil }
            let (first, second) = (UInt32(text.byte(at: index)), UInt32(text.byte(at: index + 1)))
            return isLittleEndian ? first | second << 8 : first << 8 | second
        }
        var index = region.lowerBound
        var isPlain = false
        while let high = unit(index) {
            if high < 0x80 {
                if !isPlain { mapped.beginPiece(.pairs, from: index) }
                isPlain = true
                mapped.append(UInt8(high))
                index += 2
                continue
            }
            isPlain = false
            var scalar = high
            var length = 2
            if 0xD800..<0xDC00 ~= high, let low = unit(index + 2), 0xDC00..<0xE000 ~= low {
                scalar = 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)
                length = 4
            }
            mapped.beginPiece(.unit(length), from: index)
            let encoded = Unicode.Scalar(scalar).flatMap { UTF8.encode($0) }
            mapped.append(contentsOf: encoded ?? UTF8.encodedReplacementCharacter)
            index += length
        }
    }
}
