public import SessionVault

/// One place in a log where a value that the vault holds, or held, can be read.
///
/// It holds nothing of the value, nor of what stands beside it.
public struct LeakFinding: Sendable {
    /// How much of the value is there.
    public enum Extent: String, Sendable {
        /// All of it.
        case whole
        /// Its first 24 bytes at least.
        case head
        /// Its last 24 bytes at least.
        case tail
    }

    /// The same place with the same value has the same id in every run: 16 hexadecimal digits.
    ///
    /// It is a keyed hash, and tells nothing without the vault.
    public let id: String
    /// The file, as it was named.
    public let file: String
    /// The line, counted from 1; lines end at a newline.
    public let line: Int
    /// The bytes, counted from 0 in the file (unpacked, where it is compressed).
    public let bytes: Range<Int>
    /// Which value it is.
    public let value: AuditedValue
    /// Whose value it is.
    public let account: AccountTag
    /// In which encoding it stands there, such as `raw` or `base64`.
    public let encoding: String
    /// How much of the value is there.
    public let extent: Extent
    /// Since when the value is out of use; nil where it still opens a session.
    public let retired: UnixTime?
}

/// One place in a log where something has the shape of a secret: a suspicion, and weaker than a ``LeakFinding``.
///
/// It holds nothing of what stands there, nor of what stands beside it.
public struct ShapeFinding: Sendable {
    /// The same place has the same id in every run: 16 hexadecimal digits, which tell nothing without the vault.
    public let id: String
    /// The file, as it was named.
    public let file: String
    /// The line, counted from 1; lines end at a newline.
    public let line: Int
    /// The bytes, counted from 0 in the file (unpacked, where it is compressed).
    public let bytes: Range<Int>
    /// `json-web-token`, `credentials` (such as a bearer header) or `card-number`.
    public let shape: String
}
