/// An additive multiset hash: the sum of keyed 256-bit digests modulo 2²⁵⁶.
///
/// It is only kept sealed.
struct MultisetHash: Equatable, Sendable {
    /// Least significant word first, as in the digests.
    var words = [4 of UInt64](repeating: 0)

    mutating func add(_ digest: [4 of UInt64]) {
        var carry: UInt64 = 0
        for index in words.indices {
            let (partial, overflow) = words[index].addingReportingOverflow(digest[index])
            let (sum, overflow2) = partial.addingReportingOverflow(carry)
            words[index] = sum
            carry = overflow || overflow2 ? 1 : 0
        }
    }

    mutating func remove(_ digest: [4 of UInt64]) {
        var borrow: UInt64 = 0
        for index in words.indices {
            let (partial, overflow) = words[index].subtractingReportingOverflow(digest[index])
            let (difference, overflow2) = partial.subtractingReportingOverflow(borrow)
            words[index] = difference
            borrow = overflow || overflow2 ? 1 : 0
        }
    }

    static func == (left: MultisetHash, right: MultisetHash) -> Bool {
        left.words.indices.allSatisfy { left.words[$0] == right.words[$0] }
    }
}
