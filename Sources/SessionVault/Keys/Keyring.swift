/// The keys of an unlocked vault, all derived from its root key or unwrapped with it.
///
/// They are wiped when it goes.
final class Keyring: Sendable {
    let root: SymmetricKey
    let audit: AuditKeys
    let headerMAC: SymmetricKey
    let index: SymmetricKey
    let manifestSeal: SymmetricKey
    let manifestLeaf: SymmetricKey
    let anchor: SymmetricKey
    let content: [UInt32: Epoch.Key]
    /// The header's keyed hash for which these keys were read; another one means that they have changed on disk.
    let headerTag: [UInt8]
    /// False where slots or epochs are not as they were written: then these keys only read.
    let isHeaderAuthentic: Bool
    /// The slot that gave the root key, as it stood then, where it is known.
    let slot: StoredSlot?
    /// The epoch that new records are sealed in.
    let current: (content: Epoch.Key, metadata: Epoch.Key)

    var vaultID: [UInt8] { audit.vaultID }

    /// Derives the subkeys and unwraps the epochs.
    ///
    /// Where the header is not authentic, damaged epochs are passed over: what is readable stays readable.
    init(
        root: consuming SymmetricKey, vaultID: [UInt8], epochs: [Epoch.Wrapped], headerTag: [UInt8] = [],
        slot: StoredSlot? = nil, isHeaderAuthentic: Bool = true
    ) throws(VaultError) {
        let audit = try AuditKeys(
            auditRoot: root.derive(KeyLabel.Root.auditRoot), vaultID: vaultID, epochs: epochs,
            tolerant: !isHeaderAuthentic)
        let content = try Epoch.unwrap(
            .content, of: epochs, vaultID: vaultID, with: root.derive(KeyLabel.Root.contentWrap),
            tolerant: !isHeaderAuthentic)
        guard let names = content[Epoch.names], let newest = content.keys.max(), newest != Epoch.names,
            let currentContent = content[newest], let currentMetadata = audit.metadata[newest]
        else {
            throw VaultError(
                .tampered, "no epoch's keys are as they were written", mend: "Set the vault aside and restore a backup."
            )
        }
        self.audit = audit
        self.headerTag = headerTag
        self.slot = slot
        self.isHeaderAuthentic = isHeaderAuthentic
        self.content = content
        current = (currentContent, currentMetadata)
        headerMAC = root.derive(KeyLabel.Root.headerMAC)
        index = names.key.derive(KeyLabel.Names.index)
        manifestSeal = names.key.derive(KeyLabel.Names.manifestSeal)
        manifestLeaf = names.key.derive(KeyLabel.Names.manifestLeaf)
        anchor = names.key.derive(KeyLabel.Names.anchor)
        self.root = root
    }

    /// A record's name on disk: keyed BLAKE2b over its kind and whose it is.
    func name(of kind: RecordKind, account: AccountID, discriminator: String = "") -> [UInt8] {
        var writer = ByteWriter()
        writer.append(kind.rawValue)
        writer.appendCanonicalField(account.realm)
        writer.appendCanonicalField(account.subject)
        writer.appendCanonicalField(discriminator)
        return writer.withRawSpan { KeyedHash.digest($0, key: index, size: StoredRecord.nameSize) }
    }

    func tag(of account: AccountID) -> AccountTag { audit.tag(of: account) }
}

extension StoredRecord {
    /// Bytes of a blinded name.
    static let nameSize = 16
}
