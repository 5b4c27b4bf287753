/// An additive multiset hash: the sum of keyed 256-bit digests modulo 2²⁵⁶.
///
/// It is only kept sealed.
struct MultisetHash: Equatable, Sendable {
    /// Least significant word first.
    var words: [UInt64] = [0, 0, 0, 0]

    mutating func add(_ digest: [UInt8]) {
        var carry = false
        for (index, word) in Self.words(of: digest).enumerated() {
            let (partial, overflow) = words[index].addingReportingOverflow(word)
            let (sum, overflow2) = partial.addingReportingOverflow(carry ? 1 : 0)
            words[index] = sum
            carry = overflow || overflow2
        }
    }

    mutating func remove(_ digest: [UInt8]) {
        var borrow = false
        for (index, word) in Self.words(of: digest).enumerated() {
            let (partial, overflow) = words[index].subtractingReportingOverflow(word)
            let (difference, overflow2) = partial.subtractingReportingOverflow(borrow ? 1 : 0)
            words[index] = difference
            borrow = overflow || overflow2
        }
    }

    private static func words(of digest: [UInt8]) -> [UInt64] {
        (0..<4).map { word in
            (0..<8).reduce(0) { $0 | UInt64(digest[word * 8 + $1]) << (8 * UInt64($1)) }
        }
    }
}
