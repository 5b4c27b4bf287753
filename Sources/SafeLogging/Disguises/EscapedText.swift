import Glibc
import Sealing

/// Decodes escapes of one dialect, and what stands so near to them that a value may hold both.
enum EscapedText {
    /// Text without escapes that is kept on either side of one is at most `reach` bytes long.
    static func decode(_ text: RawSpan, introducedBy mark: UInt8, reach: Int, _ body: (MappedText) -> Void) {
        var mapped = MappedText()
        var end = 0
        var search = 0
        while let place = next(mark, in: text, from: search) {
            guard let escape = Escapes.escape(in: text, at: place) else {
                search = place + 1
                continue
            }
            if mapped.isEmpty {
                append(text, max(end, place - reach)..<place, to: &mapped)
            } else if place - end <= 2 * reach {
                append(text, end..<place, to: &mapped)
            } else {
                append(text, end..<(end + reach), to: &mapped)
                if mapped.bytes.count >= Disguise.batch {
                    body(mapped)
                    mapped.removeAll()
                } else {
                    mapped.appendBreak(at: end + reach)
                }
                append(text, (place - reach)..<place, to: &mapped)
            }
            append(escape, at: place, to: &mapped)
            end = place + escape.length
            search = end
        }
        guard !mapped.isEmpty else { return }
        append(text, end..<min(text.byteCount, end + reach), to: &mapped)
        body(mapped)
    }

    private static func append(_ text: RawSpan, _ range: Range<Int>, to mapped: inout MappedText) {
        guard !range.isEmpty else { return }
        mapped.beginPiece(.same, from: range.lowerBound)
        unsafe text.extracting(range).withUnsafeBytes { unsafe mapped.append(contentsOf: $0) }
    }

    private static func append(_ escape: Escapes.Escape, at place: Int, to mapped: inout MappedText) {
        mapped.beginPiece(.unit(escape.length), from: place)
        switch escape.value {
        case .byte(let byte): mapped.append(byte)
        case .scalar(let scalar):
            // A lone surrogate is no character.
            guard let scalar = Unicode.Scalar(scalar) else { return mapped.append(0x0A) }
            mapped.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
    }

    /// Where `byte` stands next, from `start` on.
    static func next(_ byte: UInt8, in text: RawSpan, from start: Int) -> Int? {
        guard start < text.byteCount else { return nil }
        return unsafe text.withUnsafeBytes { bytes -> Int? in
            guard let base = bytes.baseAddress else { return nil }
            let found = unsafe memchr(base + start, CInt(byte), bytes.count - start)
            return unsafe found.map { unsafe UnsafeRawPointer($0) - base }
        }
    }
}
