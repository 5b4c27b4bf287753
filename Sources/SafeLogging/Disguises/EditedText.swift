import Glibc
import Sealing

/// Text in which pieces are replaced, and what stands so near to them that a value may hold both.
enum EditedText {
    /// A piece to replace, and by what.
    struct Edit {
        enum Replacement {
            case nothing
            case byte(UInt8)
            case scalar(UInt32)
        }

        let range: Range<Int>
        let replacement: Replacement
        /// How much of the text beside it matters, in bytes.
        let reach: Int
    }

    /// Hands over the edited text in batches, which overlap where edits stand closely; `next` finds the next edit from a place on.
    @inline(__always)
    static func decode(_ text: RawSpan, next: (Int) -> Edit?, _ body: (MappedText) -> Void) {
        var mapped = MappedText()
        var (end, reach) = (0, 0)
        while let edit = next(end) {
            let place = edit.range.lowerBound
            if mapped.isEmpty {
                append(text, max(end, place - edit.reach)..<place, to: &mapped)
            } else if place - end <= reach + edit.reach {
                append(text, end..<place, to: &mapped)
            } else {
                append(text, end..<(end + reach), to: &mapped)
                if mapped.bytes.count >= Disguise.batch {
                    body(mapped)
                    mapped.removeAll()
                } else {
                    mapped.appendBreak(at: end + reach)
                }
                append(text, (place - edit.reach)..<place, to: &mapped)
            }
            append(edit, to: &mapped)
            _ = mapped.handOver(repeating: FingerprintIndex.growth * edit.reach, body)
            (end, reach) = (edit.range.upperBound, edit.reach)
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

    private static func append(_ edit: Edit, to mapped: inout MappedText) {
        if case .nothing = edit.replacement { return }
        mapped.beginPiece(.unit(edit.range.count), from: edit.range.lowerBound)
        switch edit.replacement {
        case .nothing: break
        case .byte(let byte): mapped.append(byte)
        case .scalar(let scalar):
            // A lone surrogate is no character.
            guard let scalar = Unicode.Scalar(scalar) else { return mapped.append(MappedText.mark) }
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
