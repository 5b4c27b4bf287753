/// Lengths to which sealed plaintext is padded, so that a ciphertext's length tells a class and not a value.
package enum Padding {
    /// Steps of 256 bytes up to 4 KiB, above that Padmé (at most 12 % more); always at least one byte of padding.
    package static func paddedSize(of count: Int) -> Int {
        let needed = count + 1
        guard needed > 4_096 else { return (needed + 255) / 256 * 256 }
        let exponent = Int.bitWidth - 1 - needed.leadingZeroBitCount
        let mantissaBits = Int.bitWidth - exponent.leadingZeroBitCount
        let step = 1 << (exponent - mantissaBits)
        return (needed + step - 1) / step * step
    }

    /// Length of the plaintext inside ISO/IEC 7816-4 padding (0x80, then zeros), or nil where the padding is broken.
    package static func unpaddedSize(of padded: RawSpan) -> Int? {
        var index = padded.byteCount
        while index >= 8, unsafe padded.unsafeLoadUnaligned(fromByteOffset: index - 8, as: UInt64.self) == 0 {
            index -= 8
        }
        while index > 0 {
            index -= 1
            switch padded.byte(at: index) {
            case 0: continue
            case 0x80: return index
            default: return nil
            }
        }
        return nil
    }
}
