/// A way in which text may hide what stands in it.
///
/// Each reads the text once.
enum TextDecoder: CaseIterable {
    case folding
    case escapes
    case base64
    case decimalLists
    case hexadecimalLists

    /// The greatest depth at which it is tried, so that crafted text can't be decoded in ever more ways.
    var deepest: Int {
        switch self {
        case .folding: 1
        case .escapes, .base64, .decimalLists, .hexadecimalLists: 2
        }
    }

    static let all = allCases

    /// The greatest depth at which any is tried.
    static let deepestOfAll = 2

    /// What the text must have in it; texts under `shortest` bytes tell nothing.
    func mayDecode(_ runs: TextRuns, _ shortest: Int) -> Bool {
        switch self {
        case .folding: runs.longest(.unseen) > 0
        case .escapes: runs.longest(.escape) > 0
        case .base64: runs.longest(.base64) >= Base64Runs.shortest
        case .decimalLists, .hexadecimalLists: runs.longest(.byteList) >= 2 * shortest - 1
        }
    }

    /// Writes the text that is hidden in `text` into an empty one, or leaves that empty where there is none.
    func decode(_ text: [UInt8], into decoded: inout MappedText, shortest: Int) {
        switch self {
        case .folding: Folding.fold(text, into: &decoded)
        case .escapes: Escapes.decode(text, into: &decoded)
        case .base64: Base64Runs.decode(text, into: &decoded)
        case .decimalLists: ByteLists.decode(text, radix: 10, into: &decoded, shortest: shortest)
        case .hexadecimalLists: ByteLists.decode(text, radix: 16, into: &decoded, shortest: shortest)
        }
    }
}
