/// Where a known secret, or one end of it, stands in a text.
package struct FingerprintMatch: Equatable, Sendable {
    /// How much of the secret is there.
    package enum Extent: Sendable {
        case whole
        /// Its beginning, at least; the secret was cut off.
        case head
        /// Its end, at least; the secret was cut off in front.
        case tail
    }

    /// Position of the secret's fingerprint among those the index was built from.
    package let secret: Int
    package let extent: Extent
    /// The bytes that were recognised.
    package let range: Range<Int>
}
