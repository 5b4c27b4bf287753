/// Room that texts were decoded in, to be used again.
struct DecodingRoom: Sendable {
    /// Texts with more room are given up, in bytes.
    private static let largest = 65_536

    private var texts: [MappedText] = []

    /// An empty text.
    mutating func take() -> MappedText { texts.popLast() ?? MappedText() }

    mutating func giveBack(_ text: consuming MappedText) {
        guard text.bytes.capacity <= Self.largest else { return }
        text.removeAll()
        texts.append(text)
    }
}
