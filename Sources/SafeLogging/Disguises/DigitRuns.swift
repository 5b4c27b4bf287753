import Sealing

/// Decodes long runs of hexadecimal digits and of base64 characters, whatever they belong to, from each digit on that an
/// encoded value may begin with.
struct DigitRuns {
    /// The value of each byte as a digit, 255 for what is none.
    private let values: [UInt8]
    /// By character, bits that say whether as a unit's first, second or third digit it leaves the top bit of a byte clear.
    private let clears: [UInt8]
    private let runs: ByteRuns
    /// Digits beside text in ASCII that an end may have in it besides.
    private let margin = 2 * FingerprintIndex.glance

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
        clears = values.map { ($0 & 0x20 == 0 ? 1 : 0) | ($0 & 8 == 0 ? 2 : 0) | ($0 & 2 == 0 ? 4 : 0) }
    }

    /// Hands over each run in the text, or in a part of it, the longest that there are.
    func forEach(in text: RawSpan, _ part: Range<Int>? = nil, _ body: (Range<Int>) -> Void) {
        runs.forEach(in: text, part ?? 0..<text.byteCount, body)
    }

    /// Appends the bytes that pairs of hexadecimal digits stand for.
    func appendPairs(of text: RawSpan, _ run: Range<Int>, onlyASCII: Bool, to mapped: inout MappedText) {
        for phase in 0..<2 {
            let run = (run.lowerBound + phase)..<run.upperBound
            guard onlyASCII else {
                appendPairs(of: text, run, to: &mapped)
                continue
            }
            ASCIIUnits.forEachPart(
                of: run, unit: 2, atLeast: 24, margin: margin,
                where: { clears[Int(text.byte(at: $0))] & 2 != 0 },
                { appendPairs(of: text, $0, to: &mapped) })
        }
    }

    private func appendPairs(of text: RawSpan, _ run: Range<Int>, to mapped: inout MappedText) {
        mapped.beginPiece(.pairs, from: run.lowerBound)
        mapped.append(count: run.count / 2) { number in
            let place = run.lowerBound &+ 2 &* number
            return values[Int(text.byte(at: place))] &<< 4 | values[Int(text.byte(at: place &+ 1))]
        }
        mapped.appendBreak(at: run.upperBound)
    }

    /// Appends the bytes that base64 characters stand for, from each character on of which enough follow.
    func appendSextets(of text: RawSpan, _ run: Range<Int>, onlyASCII: Bool, to mapped: inout MappedText) {
        for phase in 0..<min(4, run.count - runs.shortest + 1) {
            let run = (run.lowerBound + phase)..<run.upperBound
            guard onlyASCII else {
                appendSextets(of: text, run, to: &mapped)
                continue
            }
            unsafe text.withUnsafeBytes { text in
                unsafe clears.withUnsafeBufferPointer { clears in
                    ASCIIUnits.forEachPart(
                        of: run, unit: 4, atLeast: 7, margin: margin,
                        where: { place in
                            let first = unsafe clears[Int(text[place])]
                            let second = unsafe clears[Int(text[place &+ 1])] &>> 1
                            let third = unsafe clears[Int(text[place &+ 2])] &>> 2
                            return first & second & third & 1 != 0
                        }, { part in appendSextets(of: unsafe RawSpan(_unsafeBytes: text), part, to: &mapped) })
                }
            }
        }
    }

    private func appendSextets(of text: RawSpan, _ run: Range<Int>, to mapped: inout MappedText) {
        unsafe withUnsafeTemporaryAllocation(byteCount: run.count + Sextets.padding, alignment: 8) { digits in
            unsafe text.withUnsafeBytes { text in
                unsafe values.withUnsafeBufferPointer { values in
                    for index in 0..<run.count {
                        unsafe digits[index] = values[Int(text[run.lowerBound &+ index])]
                    }
                }
            }
            for index in run.count..<digits.count { unsafe digits[index] = 0 }
            mapped.beginPiece(.sextets, from: run.lowerBound)
            unsafe mapped.append(sextets: UnsafeRawBufferPointer(digits), count: run.count)
            mapped.appendBreak(at: run.upperBound)
        }
    }
}
