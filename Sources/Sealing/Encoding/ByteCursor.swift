/// Reads the fields of a message that anyone may have written: every read is bounded and can fail, none traps.
package struct ByteCursor {
    /// The message ended inside a field, or a field is longer than allowed.
    package struct Malformed: Error {
        @inlinable package init() {}
    }

    @usableFromInline var position: Int
    package let end: Int

    @inlinable package var offset: Int { position }

    /// Reads `bytes` from `offset` up to `end`.
    ///
    /// Where these do not lie within the bytes, there is nothing to read.
    package init(_ bytes: RawSpan, from offset: Int = 0, end: Int? = nil) {
        let end = max(0, min(end ?? bytes.byteCount, bytes.byteCount))
        self.end = end
        position = (0...end).contains(offset) ? offset : end
    }

    package var isAtEnd: Bool { offset >= end }

    /// The range of the next `count` bytes.
    @inlinable package mutating func take(_ count: Int) throws(Malformed) -> Range<Int> {
        guard count >= 0, count <= end - offset else { throw Malformed() }
        defer { position += count }
        return position..<(position + count)
    }

    /// A little-endian number.
    @inlinable package mutating func number<N: FixedWidthInteger & BitwiseCopyable>(
        _: N.Type = N.self, of bytes: RawSpan
    ) throws(Malformed) -> N {
        let range = try take(MemoryLayout<N>.size)
        return N(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: range.lowerBound, as: N.self))
    }

    /// The range of a field that is preceded by its four-byte length.
    @inlinable package mutating func field(of bytes: RawSpan, atMost limit: Int = .max) throws(Malformed) -> Range<Int>
    {
        let count = Int(try number(UInt32.self, of: bytes))
        guard count <= limit else { throw Malformed() }
        return try take(count)
    }

    /// A field copied into secret memory.
    package mutating func secretField(of bytes: RawSpan, atMost limit: Int) throws(Malformed) -> SecretBytes {
        SecretBytes(copying: bytes.extracting(try field(of: bytes, atMost: limit)))
    }

    /// Refuses bytes after the last field.
    package func finish() throws(Malformed) {
        guard isAtEnd else { throw Malformed() }
    }

    /// A byte that is 0 or 1.
    package mutating func flag(of bytes: RawSpan) throws(Malformed) -> Bool {
        switch try number(UInt8.self, of: bytes) {
        case 0: return false
        case 1: return true
        default: throw Malformed()
        }
    }

    /// A field copied into ordinary memory, for values that are no secrets.
    package mutating func publicField(of bytes: RawSpan, atMost limit: Int) throws(Malformed) -> [UInt8] {
        [UInt8](copying: bytes.extracting(try field(of: bytes, atMost: limit)))
    }

    /// A text field; anything but UTF-8 is refused.
    package mutating func text(of bytes: RawSpan, atMost limit: Int) throws(Malformed) -> String {
        guard let text = String(validating: try publicField(of: bytes, atMost: limit), as: UTF8.self) else {
            throw Malformed()
        }
        return text
    }
}
