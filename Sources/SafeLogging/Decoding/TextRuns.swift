/// The longest run in a text of each sort of bytes that a search looks for, up to 255.
struct TextRuns {
    /// A sort of bytes, and its place in a vector.
    enum Sort: Int, CaseIterable {
        /// What may begin a character that isn't seen.
        case unseen
        case escape
        case base64
        case byteList
        /// Digits, and what may part those of a card number.
        case digits

        fileprivate func contains(_ byte: UInt8) -> Bool {
            switch self {
            case .unseen: Folding.mayFold(byte)
            case .escape: Escapes.isMark(byte)
            case .base64: Base64Runs.isDigit(byte)
            case .byteList: ByteLists.isListed(byte)
            case .digits: CardNumberShape.isPart(byte)
            }
        }
    }

    typealias Counts = SIMD8<UInt8>

    /// For each byte the sorts that it belongs to, as lanes with all bits set.
    static let members: [Counts] = (0...255).map { (byte: UInt8) in
        var lanes = Counts(repeating: 0)
        for sort in Sort.allCases where sort.contains(byte) { lanes[sort.rawValue] = 255 }
        return lanes
    }

    private var current = Counts(repeating: 0)
    private var longest = Counts(repeating: 0)

    init() {}

    /// Reads a text.
    init(of text: [UInt8]) {
        let members = Self.members
        unsafe members.withUnsafeBufferPointer { members in
            for byte in text { unsafe count(members[Int(byte)]) }
        }
    }

    @inline(__always)
    mutating func count(_ lanes: Counts) {
        current = (current &+ 1) & lanes
        longest = pointwiseMax(longest, current)
    }

    func longest(_ sort: Sort) -> Int { Int(longest[sort.rawValue]) }
}
