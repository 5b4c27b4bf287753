/// Where a known secret, or one end of it, stands in a text.
package struct FingerprintMatch: Equatable, Sendable {
    /// How much of the secret is there.
    package enum Extent: Sendable {
        case whole
        /// The first 16 bytes; the secret was cut off.
        case head
        /// The last 16 bytes; the secret was cut off in front.
        case tail
    }

    /// Position of the secret's fingerprint among those the index was built from.
    package let secret: Int
    package let form: SecretForm
    package let extent: Extent
    /// The bytes that were recognised.
    package let range: Range<Int>
    /// Length in bytes of the whole form; of the longest that a lone end may be of.
    package let formLength: Int
}
