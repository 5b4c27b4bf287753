import Sealing

/// Reads the Unicode scalars of bytes that stay where they are.
struct UTF8Reader {
    struct Malformed: Error {}

    private var offset = 0

    /// The next scalar, or nil at the end.
    ///
    /// Throws where the bytes are no UTF-8 (RFC 3629).
    mutating func next(of bytes: RawSpan) throws(Malformed) -> UInt32? {
        guard offset < bytes.byteCount else { return nil }
        let first = bytes.byte(at: offset)
        if first < 0x80 {
            offset += 1
            return UInt32(first)
        }
        let length = Self.length(first)
        guard length > 0, offset + length <= bytes.byteCount else { throw Malformed() }
        var scalar = length == 1 ? UInt32(first) : UInt32(first) & (0xFF >> UInt32(length + 1))
        for index in 1..<max(length, 1) {
            let byte = bytes.byte(at: offset + index)
            guard byte & 0xC0 == 0x80 else { throw Malformed() }
            scalar = scalar << 6 | UInt32(byte & 0x3F)
        }
        let smallest: UInt32 = [0, 0, 0x80, 0x800, 0x10000][length]
        guard scalar >= smallest, scalar <= 0x10FFFF, !(0xD800...0xDFFF).contains(scalar) else {
            throw Malformed()
        }
        offset += length
        return scalar
    }

    private static func length(_ first: UInt8) -> Int {
        switch first {
        case 0..<0x80: 1
        case 0xC2..<0xE0: 2
        case 0xE0..<0xF0: 3
        case 0xF0..<0xF5: 4
        default: 0
        }
    }
}
