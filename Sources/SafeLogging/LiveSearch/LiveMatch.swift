/// Where a known secret, or one end of it, stands in a text.
struct LiveMatch: Equatable, Sendable {
    /// How much of the secret is there.
    enum Extent: Sendable {
        case whole
        /// The first 16 bytes; the secret was cut off.
        case head
        /// The last 16 bytes; the secret was cut off in front.
        case tail
    }

    /// Position of the secret's fingerprint among those the index was built from.
    let secret: Int
    let form: SecretForm
    let extent: Extent
    /// The bytes that were recognised.
    let range: Range<Int>
    /// Length in bytes of the whole form; of the longest that a lone end may be of.
    let formLength: Int
}
