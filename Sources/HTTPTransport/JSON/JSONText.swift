import Sealing

/// What strings of an already scanned document mean, byte by byte and without a copy.
enum JSONText {
    /// Calls `take` with each byte of the string at `range` (quotes included), escapes resolved, until it returns false.
    static func forEachByte(_ range: Range<Int>, of bytes: RawSpan, _ take: (UInt8) -> Bool) {
        var offset = range.lowerBound + 1
        while offset < range.upperBound - 1 {
            let byte = bytes.byte(at: offset)
            guard byte == UInt8(ascii: "\\") else {
                guard take(byte) else { return }
                offset += 1
                continue
            }
            let (scalar, length) = escape(at: offset, of: bytes)
            guard UTF8.encode(scalar)?.allSatisfy(take) == true else { return }
            offset += length
        }
    }

    /// The scalar that an escape stands for, and the escape's length in bytes.
    private static func escape(at offset: Int, of bytes: RawSpan) -> (Unicode.Scalar, Int) {
        switch bytes.byte(at: offset + 1) {
        case UInt8(ascii: "b"): return ("\u{8}", 2)
        case UInt8(ascii: "f"): return ("\u{C}", 2)
        case UInt8(ascii: "n"): return ("\n", 2)
        case UInt8(ascii: "r"): return ("\r", 2)
        case UInt8(ascii: "t"): return ("\t", 2)
        case UInt8(ascii: "u"):
            let unit = unit(at: offset + 2, of: bytes)
            if let scalar = Unicode.Scalar(unit) { return (scalar, 6) }
            let low = UInt32(self.unit(at: offset + 8, of: bytes)) & 0x3FF
            let value = 0x1_0000 + ((UInt32(unit) & 0x3FF) << 10 | low)
            return (Unicode.Scalar(value) ?? "\u{FFFD}", 12)
        case let plain: return (Unicode.Scalar(plain), 2)
        }
    }

    private static func unit(at offset: Int, of bytes: RawSpan) -> UInt16 {
        (0..<4).reduce(0) { $0 << 4 | (hexDigit(bytes.byte(at: offset + $1)) ?? 0) }
    }

    static func hexDigit(_ byte: UInt8) -> UInt16? {
        switch byte {
        case 0x30...0x39: UInt16(byte - 0x30)
        case 0x41...0x46: UInt16(byte - 0x41 + 10)
        case 0x61...0x66: UInt16(byte - 0x61 + 10)
        default: nil
        }
    }

    static func hash(_ range: Range<Int>, of bytes: RawSpan) -> Int {
        var hasher = Hasher()
        forEachByte(range, of: bytes) { byte in
            hasher.combine(byte)
            return true
        }
        return hasher.finalize()
    }

    static func length(_ range: Range<Int>, of bytes: RawSpan) -> Int {
        var count = 0
        forEachByte(range, of: bytes) { _ in
            count += 1
            return true
        }
        return count
    }

    /// Tells whether two strings mean the same.
    static func equal(_ left: Range<Int>, _ right: Range<Int>, of bytes: RawSpan) -> Bool {
        var meant: [UInt8] = []
        forEachByte(left, of: bytes) { byte in
            meant.append(byte)
            return true
        }
        return equal(right, meant, of: bytes)
    }

    /// Tells whether a string means `text`; with `ignoringCase`, upper and lower case of ASCII letters are the same.
    static func equal(
        _ range: Range<Int>, _ text: some Collection<UInt8>, of bytes: RawSpan, ignoringCase: Bool = false
    ) -> Bool {
        var rest = text[...]
        var isEqual = true
        forEachByte(range, of: bytes) { byte in
            guard let expected = rest.popFirst() else {
                isEqual = false
                return false
            }
            isEqual = ignoringCase ? lowered(byte) == lowered(expected) : byte == expected
            return isEqual
        }
        return isEqual && rest.isEmpty
    }

    private static func lowered(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }
}
