/// Payment card numbers (ISO/IEC 7812): issuer prefix, length and check digit must all fit, so that timestamps and
/// counters stay.
///
/// Groups may be parted by single spaces or hyphens.
enum CardNumberShape {
    /// The fewest digits of a card.
    static let shortest = 14

    private static let runs = ByteRuns(shortest: shortest, of: isPart)

    /// What numbers in groups consist of.
    static func isPart(_ byte: UInt8) -> Bool {
        ByteClass.isDigit(byte) || byte == UInt8(ascii: " ") || byte == UInt8(ascii: "-")
    }

    static func search(_ text: [UInt8], _ report: (Range<Int>) -> Void) {
        unsafe runs.forEach(in: text.span.bytes, 0..<text.count) { run in
            for start in run where isGroupStart(text, start) { searchGroups(text, start..<run.upperBound, report) }
        }
    }

    private static func isGroupStart(_ text: [UInt8], _ index: Int) -> Bool {
        ByteClass.isDigit(text[index]) && (index == 0 || !ByteClass.isDigit(text[index - 1]))
    }

    /// Reports each number of whole groups that the first begins, with one space or hyphen between each and the next.
    private static func searchGroups(_ text: [UInt8], _ part: Range<Int>, _ report: (Range<Int>) -> Void) {
        var digits = Digits()
        var index = part.lowerBound
        while index < part.upperBound, ByteClass.isDigit(text[index]) {
            while index < part.upperBound, ByteClass.isDigit(text[index]) {
                guard digits.append(text[index] - 0x30) else { return }
                index += 1
            }
            if digits.isCard { report(part.lowerBound..<index) }
            index += 1
        }
    }
}

/// The digits of what may be a card number, 19 at most.
private struct Digits {
    private var digits = [19 of UInt8](repeating: 0)
    private var count = 0

    /// Appends a digit; false where there are too many.
    mutating func append(_ digit: UInt8) -> Bool {
        guard count < digits.count else { return false }
        digits[count] = digit
        count += 1
        return true
    }

    var isCard: Bool {
        guard count >= CardNumberShape.shortest, lengths.contains(count) else { return false }
        var sum = 0
        for place in 0..<count {
            let digit = Int(digits[count - 1 - place])
            sum += place % 2 == 0 ? digit : (digit > 4 ? 2 * digit - 9 : 2 * digit)
        }
        return sum % 10 == 0
    }

    /// The lengths that the issuer behind the prefix gives its cards.
    private var lengths: ClosedRange<Int> {
        let prefix = (0..<4).reduce(0) { $0 * 10 + Int(digits[$1]) }
        return switch prefix {
        case 4000...4999: 16...19
        case 5100...5599, 2221...2720: 16...16
        case 3400...3499, 3700...3799: 15...15
        case 3000...3059, 3095, 3600...3699, 3800...3999: 14...19
        case 3528...3589, 6011, 6440...6599, 6200...6299: 16...19
        case 5018, 5020, 5038, 5893, 6304, 6759, 6761...6763: 16...19
        default: 0...0
        }
    }
}
