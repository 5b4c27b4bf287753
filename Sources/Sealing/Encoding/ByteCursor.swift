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

    // Generic functions of this access are not specialised in other modules: what is read often has a form of its own.

    package mutating func number(_: UInt8.Type = UInt8.self, of bytes: RawSpan) throws(Malformed) -> UInt8 {
        unsafe bytes.unsafeLoad(fromByteOffset: try take(1).lowerBound, as: UInt8.self)
    }

    package mutating func number(_: UInt32.Type = UInt32.self, of bytes: RawSpan) throws(Malformed) -> UInt32 {
        UInt32(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: try take(4).lowerBound, as: UInt32.self))
    }

    package mutating func number(_: UInt64.Type = UInt64.self, of bytes: RawSpan) throws(Malformed) -> UInt64 {
        UInt64(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: try take(8).lowerBound, as: UInt64.self))
    }

    package mutating func number(_: Int64.Type = Int64.self, of bytes: RawSpan) throws(Malformed) -> Int64 {
        Int64(bitPattern: try number(UInt64.self, of: bytes))
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
        let field = bytes.extracting(try field(of: bytes, atMost: limit))
        let text: UTF8Span
        do { text = try UTF8Span(validating: Span<UInt8>(_bytes: field)) } catch { throw Malformed() }
        return String(copying: text)
    }
}
