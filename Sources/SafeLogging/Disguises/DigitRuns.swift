import Sealing

/// Decodes long runs of hexadecimal digits and of base64 characters, whatever they belong to, from each digit on that an
/// encoded value may begin with.
struct DigitRuns {
    /// The value of each byte as a digit, 255 for what is none.
    private let values: [UInt8]
    private let runs: ByteRuns

    /// Base64 in both alphabets of RFC 4648.
    static let base64 = DigitRuns(shortest: 32) { byte in
        switch byte {
        case 0x41...0x5A: byte - 0x41
        case 0x61...0x7A: byte - 0x61 + 26
        case 0x30...0x39: byte - 0x30 + 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }

    static let hexadecimal = DigitRuns(shortest: 48) { byte in ByteClass.digit(byte, radix: 16).map { UInt8($0) } }

    /// What lists of bytes consist of; 24 digits with a comma between them are the shortest.
    static let byteLists = DigitRuns(shortest: 47) { byte in
        let isListed = ByteClass.digit(byte, radix: 16) != nil || ByteLists.isSeparator(byte) || byte | 0x20 == 0x78
        return isListed ? 0 : nil
    }

    /// Runs that are shorter than `shortest` hold no 24 bytes.
    private init(shortest: Int, value: (UInt8) -> UInt8?) {
        runs = ByteRuns(shortest: shortest) { value($0) != nil }
        values = (0...255).map { value($0) ?? 255 }
    }

    /// Hands over each run in `range` of the text, the longest that there are.
    func forEach(in text: RawSpan, _ range: Range<Int>, _ body: (Range<Int>) -> Void) {
        runs.forEach(in: text, range, body)
    }

    /// Appends the bytes that pairs of hexadecimal digits stand for.
    func appendPairs(of text: RawSpan, _ run: Range<Int>, to mapped: inout MappedText) {
        for phase in 0..<2 {
            let start = run.lowerBound + phase
            mapped.beginPiece(.pairs, from: start)
            mapped.append(count: (run.count - phase) / 2) { number in
                values[Int(text.byte(at: start + 2 * number))] &<< 4
                    | values[Int(text.byte(at: start + 2 * number + 1))]
            }
            mapped.appendBreak(at: run.upperBound)
        }
    }

    /// Appends the bytes that base64 characters stand for, from each character on of which enough follow.
    func appendSextets(of text: RawSpan, _ run: Range<Int>, to mapped: inout MappedText) {
        unsafe withUnsafeTemporaryAllocation(byteCount: run.count + Sextets.padding, alignment: 8) { digits in
            unsafe text.withUnsafeBytes { text in
                unsafe values.withUnsafeBufferPointer { values in
                    for index in 0..<run.count {
                        unsafe digits[index] = values[Int(text[run.lowerBound &+ index])]
                    }
                }
            }
            for index in run.count..<digits.count { unsafe digits[index] = 0 }
            for phase in 0..<min(4, run.count - runs.shortest + 1) {
                mapped.beginPiece(.sextets, from: run.lowerBound + phase)
                unsafe mapped.append(
                    sextets: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(digits)[phase...]),
                    count: run.count - phase)
                mapped.appendBreak(at: run.upperBound)
            }
        }
    }
}
