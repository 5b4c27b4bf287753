import Sealing

/// Decodes base64 (RFC 4648 §4 and §5, also mixed) wherever a long run of its characters stands, so that what was encoded
/// twice is found.
enum Base64Runs {
    /// Shorter runs hold no 16 bytes.
    static let shortest = 22

    private static let runs = ByteRuns(shortest: shortest, of: isDigit)
    private static let values = (0...255).map { value($0) ?? 0 }

    /// Appends the decoded runs, except identifiers, one after the other, each with a line feed behind it.
    static func decode(_ text: [UInt8], into decoded: inout MappedText) {
        unsafe runs.forEach(in: text.span.bytes, 0..<text.count) { run in
            guard !isIdentifier(text[run]) else { return }
            append(text, run, to: &decoded)
            decoded.beginPiece(.unit(0), from: run.upperBound)
            decoded.append(UInt8(ascii: "\n"))
        }
    }

    /// Tells whether a run is a digest or a UUID: of hexadecimal digits of one case and hyphens alone, as not one run in
    /// 2^40 of base64 is.
    private static func isIdentifier(_ run: ArraySlice<UInt8>) -> Bool {
        var cases: UInt8 = 0
        for byte in run {
            switch byte {
            case 0x30...0x39, UInt8(ascii: "-"): break
            case 0x41...0x46, 0x61...0x66: cases |= byte & 0x20 == 0 ? 1 : 2
            default: return false
            }
        }
        return cases != 3
    }

    private static func append(_ text: [UInt8], _ run: Range<Int>, to decoded: inout MappedText) {
        decoded.beginPiece(.sextets, from: run.lowerBound)
        let values = values
        unsafe withUnsafeTemporaryAllocation(byteCount: run.count + Sextets.padding, alignment: 8) { digits in
            for index in 0..<run.count { unsafe digits[index] = values[Int(text[run.lowerBound + index])] }
            for index in run.count..<digits.count { unsafe digits[index] = 0 }
            unsafe decoded.append(sextets: UnsafeRawBufferPointer(digits), count: run.count)
        }
    }

    static func isDigit(_ byte: UInt8) -> Bool { value(byte) != nil }

    private static func value(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x41...0x5A: byte - 0x41
        case 0x61...0x7A: byte - 0x61 + 26
        case 0x30...0x39: byte - 0x30 + 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
