/// Room that texts were decoded in, to be used again; nothing of them stays in it, since they may have held secrets.
struct DecodingRoom: Sendable {
    /// Texts with more room are given up, in bytes.
    private static let largest = 65_536

    private var texts: [MappedText] = []

    /// An empty text.
    mutating func take() -> MappedText { texts.popLast() ?? MappedText() }

    mutating func giveBack(_ text: consuming MappedText) {
        text.wipe()
        guard text.bytes.capacity <= Self.largest else { return }
        texts.append(text)
    }
}
