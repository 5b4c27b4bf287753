/// How a vault is opened, beside where it is and what unlocks it.
public struct VaultOptions: Sendable {
    /// Whether opening checks every record.
    public enum Verification: Sendable, Hashable {
        /// Checks a vault of at most that many records; a larger one is checked on request by ``Vault/verify()``.
        case upTo(records: Int)
        /// Checks nothing but the header; each record is still checked when it is read.
        case onRequest
    }

    /// Remembers the vault's newest state outside its file; nil where nothing does.
    public var anchor: (any FreshnessAnchor)?
    /// Whether opening checks every record; what it finds is ``Vault/integrityWhenOpened``, and never an error.
    public var verification: Verification
    /// The most memory that a passphrase's slot may ask for, in KiB: 1 GiB unless more is allowed here.
    public var passphraseMemoryLimitKiB: UInt32

    /// What is fit for most: no anchor, up to 10,000 records are checked, and 1 GiB for a passphrase.
    public init(
        anchor: (any FreshnessAnchor)? = nil, verification: Verification = .upTo(records: 10_000),
        passphraseMemoryLimitKiB: UInt32 = 1_048_576
    ) {
        self.anchor = anchor
        self.verification = verification
        self.passphraseMemoryLimitKiB = passphraseMemoryLimitKiB
    }
}
