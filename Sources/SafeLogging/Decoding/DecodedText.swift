/// Text made from another, and where each of its bytes came from.
struct DecodedText {
    private(set) var bytes: [UInt8] = []
    private var starts: [Int] = []
    private var ends: [Int] = []

    mutating func append(_ byte: UInt8, from origin: Range<Int>) {
        bytes.append(byte)
        starts.append(origin.lowerBound)
        ends.append(origin.upperBound)
    }

    /// Appends the UTF-8 of `scalar`; nothing where there is no such scalar.
    mutating func append(scalar: UInt32, from origin: Range<Int>) {
        guard let scalar = Unicode.Scalar(scalar) else { return }
        for byte in String(Character(scalar)).utf8 { append(byte, from: origin) }
    }

    /// The original bytes behind a range of these.
    func originalRange(_ range: Range<Int>) -> Range<Int> {
        guard !range.isEmpty else { return 0..<0 }
        return starts[range.lowerBound]..<ends[range.upperBound - 1]
    }
}

/// A way in which text may hide what stands in it.
///
/// Each reads the text once.
enum TextDecoder: CaseIterable {
    case folding
    case escapes
    case base64
    case byteLists

    /// The greatest depth at which it is tried, so that crafted text can't be decoded in ever more ways.
    var deepest: Int {
        switch self {
        case .folding: 1
        case .escapes, .base64, .byteLists: 2
        }
    }

    /// The text that is hidden in `text`, or nil where there is none.
    func decode(_ text: [UInt8]) -> DecodedText? {
        switch self {
        case .folding: Folding.fold(text)
        case .escapes: Escapes.decode(text)
        case .base64: Base64Runs.decode(text)
        case .byteLists: ByteLists.decode(text)
        }
    }
}
