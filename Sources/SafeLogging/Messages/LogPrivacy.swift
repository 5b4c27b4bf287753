/// Privacy of a value that is not shown.
public struct HiddenLogPrivacy: Sendable {
    let isSensitive: Bool

    /// Shown as `<private>`; the same as no label.
    public static let `private` = HiddenLogPrivacy(isSensitive: false)
    /// Shown as `<redacted>`, never tagged.
    public static let sensitive = HiddenLogPrivacy(isSensitive: true)

    var mark: String { isSensitive ? Redaction.mark : Redaction.privateMark }
}

/// Privacy of a value that is shown.
///
/// Only types that conform to ``LogValueConvertible`` accept it.
public struct OpenLogPrivacy: Sendable {
    /// Shown as it is, unless a later step recognises a secret in it.
    public static let `public` = OpenLogPrivacy()
}

/// Privacy of a value that is replaced by a tag.
///
/// Only types that conform to ``Correlatable`` accept it.
public struct MaskedLogPrivacy: Sendable {
    /// How a value is replaced.
    public struct Mask: Sendable {
        /// A keyed hash, so that lines about the same value can be joined.
        public static let hash = Mask()
    }

    /// Shown as a tag in place of the value; the value's type decides how far the tag reaches.
    public static func `private`(mask: Mask) -> MaskedLogPrivacy { MaskedLogPrivacy() }
}
