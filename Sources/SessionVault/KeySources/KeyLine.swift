/// The one line that brings a key in a file, a descriptor or a credential: `sessionvault-key-1:` and 64 hexadecimal
/// digits.
enum KeyLine {
    private static let prefix = Array("sessionvault-key-1:".utf8)
    private static let digits = Array("0123456789abcdef".utf8)
    /// Bytes without the line's end.
    static var size: Int { prefix.count + 2 * SymmetricKey.size }
    /// Bytes with the longest line's end.
    static var sizeLimit: Int { size + 2 }

    /// A line with a fresh random key.
    static func make() -> SecretBytes {
        let key = SymmetricKey.random()
        var line = SecretWriter(capacity: size + 1)
        prefix.withRawSpan { line.append($0) }
        key.bytes.withExposedBytes { bytes in
            for index in 0..<bytes.byteCount {
                line.append(digits[Int(bytes.byte(at: index) >> 4)])
                line.append(digits[Int(bytes.byte(at: index) & 15)])
            }
        }
        line.append(UInt8(0x0A))
        return line.finish()
    }

    /// The key of a line, or nil where it is none.
    static func key(of line: borrowing SecretBytes) -> SymmetricKey? {
        line.withExposedBytes { bytes in
            guard bytes.byteCount >= size else { return nil }
            for index in size..<bytes.byteCount where ![0x0A, 0x0D].contains(bytes.byte(at: index)) { return nil }
            for (index, byte) in prefix.enumerated() where bytes.byte(at: index) != byte { return nil }
            var key = SecretWriter(capacity: SymmetricKey.size)
            for index in stride(from: prefix.count, to: size, by: 2) {
                guard let high = value(bytes.byte(at: index)), let low = value(bytes.byte(at: index + 1)) else {
                    return nil
                }
                key.append(high << 4 | low)
            }
            return SymmetricKey(key.finish())
        }
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x61...0x66: digit - 0x61 + 10
        case 0x41...0x46: digit - 0x41 + 10
        default: nil
        }
    }
}
