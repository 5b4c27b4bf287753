/// Payment card numbers (ISO/IEC 7812): issuer prefix, length and check digit must all fit, so that timestamps and
/// counters stay.
///
/// Groups may be parted by single spaces or hyphens.
enum CardNumberShape {
    static func search(_ text: [UInt8], _ report: (Range<Int>) -> Void) {
        var index = 0
        while index < text.count {
            guard ByteClass.isDigit(text[index]) else {
                index += 1
                continue
            }
            let groups = groups(in: text, from: index)
            searchGroups(text, groups, report)
            index = groups.last?.upperBound ?? index + 1
        }
    }

    /// Runs of digits with one space or hyphen between each and the next.
    private static func groups(in text: [UInt8], from start: Int) -> [Range<Int>] {
        var groups: [Range<Int>] = []
        var index = start
        while index < text.count, ByteClass.isDigit(text[index]) {
            var end = index
            while end < text.count, ByteClass.isDigit(text[end]) { end += 1 }
            groups.append(index..<end)
            guard end < text.count, text[end] == UInt8(ascii: " ") || text[end] == UInt8(ascii: "-") else { break }
            index = end + 1
        }
        return groups
    }

    private static func searchGroups(_ text: [UInt8], _ groups: [Range<Int>], _ report: (Range<Int>) -> Void) {
        for first in groups.indices {
            var digits: [UInt8] = []
            for group in groups[first...] {
                guard digits.count + group.count <= 19 else { break }
                digits += text[group].map { $0 - 0x30 }
                if isCard(digits) { report(groups[first].lowerBound..<group.upperBound) }
            }
        }
    }

    static func isCard(_ digits: [UInt8]) -> Bool {
        guard digits.count >= 14, lengths(digits).contains(digits.count) else { return false }
        var sum = 0
        for (position, digit) in digits.reversed().enumerated() {
            let doubled = Int(digit) * 2
            sum += position % 2 == 0 ? Int(digit) : (doubled > 9 ? doubled - 9 : doubled)
        }
        return sum % 10 == 0
    }

    /// The lengths that the issuer behind the prefix gives its cards.
    private static func lengths(_ digits: [UInt8]) -> ClosedRange<Int> {
        let prefix = digits[..<4].reduce(0) { $0 * 10 + Int($1) }
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
