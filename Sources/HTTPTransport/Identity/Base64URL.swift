package import Sealing

/// The URL-safe alphabet of RFC 4648, without padding.
package enum Base64URL {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// Nil where a character is not of the alphabet, or the length can't be.
    package static func decode(_ text: RawSpan) -> SecretBytes? {
        guard text.byteCount % 4 != 1 else { return nil }
        var writer = SecretWriter(capacity: text.byteCount * 3 / 4)
        var (bits, count): (UInt32, Int) = (0, 0)
        for index in 0..<text.byteCount {
            guard let digit = digit(text.byte(at: index)) else { return nil }
            bits = bits << 6 | digit
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            writer.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
        }
        return writer.finish()
    }

    package static func encode(_ bytes: RawSpan) -> SecretBytes {
        var writer = SecretWriter(capacity: (bytes.byteCount * 4 + 2) / 3)
        var (bits, count): (UInt32, Int) = (0, 0)
        for index in 0..<bytes.byteCount {
            bits = bits << 8 | UInt32(bytes.byte(at: index))
            count += 8
            while count >= 6 {
                count -= 6
                writer.append(alphabet[Int(bits >> UInt32(count)) & 63])
            }
        }
        if count > 0 { writer.append(alphabet[Int(bits << UInt32(6 - count)) & 63]) }
        return writer.finish()
    }

    private static func digit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
