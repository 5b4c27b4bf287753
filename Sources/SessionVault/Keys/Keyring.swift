import SafeLogging

/// The keys of an unlocked vault, all derived from its root key or unwrapped with it. They are wiped when it goes.
final class Keyring: Sendable {
    let vaultID: [UInt8]
    let root: SymmetricKey
    let headerMAC: SymmetricKey
    let index: SymmetricKey
    let manifestSeal: SymmetricKey
    let manifestLeaf: SymmetricKey
    let accountTag: SymmetricKey
    let fingerprint: FingerprintKey
    let epochs: [UInt32: Epoch]
    let currentEpoch: Epoch

    /// Derives the subkeys and unwraps the epochs.
    init(root: consuming SymmetricKey, vaultID: [UInt8], epochs wrapped: [Epoch.Wrapped]) throws(VaultError) {
        let audit = root.derive(KeyLabel.Root.auditRoot)
        let contentWrap = root.derive(KeyLabel.Root.contentWrap)
        let metadataWrap = audit.derive(KeyLabel.Audit.metadataWrap)
        var epochs: [UInt32: Epoch] = [:]
        for wrapped in wrapped {
            epochs[wrapped.number] = try Epoch(
                opening: wrapped, in: vaultID, contentWrap: contentWrap, metadataWrap: metadataWrap)
        }
        guard let newest = epochs.keys.max(), let current = epochs[newest] else {
            throw VaultError(.tampered, "the vault has no epoch")
        }
        self.epochs = epochs
        currentEpoch = current
        self.vaultID = vaultID
        headerMAC = root.derive(KeyLabel.Root.headerMAC)
        index = root.derive(KeyLabel.Root.index)
        manifestSeal = root.derive(KeyLabel.Root.manifestSeal)
        manifestLeaf = root.derive(KeyLabel.Root.manifestLeaf)
        accountTag = audit.derive(KeyLabel.Audit.accountTag)
        fingerprint = FingerprintKey(audit.derive(KeyLabel.Audit.fingerprint))
        self.root = root
    }

    /// Wraps a new vault's first epoch.
    static func wrapFirstEpoch(root: borrowing SymmetricKey, vaultID: [UInt8]) -> Epoch.Wrapped {
        let audit = root.derive(KeyLabel.Root.auditRoot)
        return Epoch.random(number: 1).wrapped(
            in: vaultID, contentWrap: root.derive(KeyLabel.Root.contentWrap),
            metadataWrap: audit.derive(KeyLabel.Audit.metadataWrap))
    }

    /// A record's name on disk: keyed BLAKE2b over its kind and whose it is.
    func name(of kind: RecordKind, account: AccountID, discriminator: String = "") -> [UInt8] {
        var writer = ByteWriter()
        writer.append(kind.rawValue)
        writer.appendField(account.realm.canonicalBytes)
        writer.appendField(account.subject.canonicalBytes)
        writer.appendField(discriminator.canonicalBytes)
        return writer.bytes.withRawSpan { KeyedHash.digest($0, key: index, size: StoredRecord.nameSize) }
    }

    /// A short tag that stands for an account in reports; without the vault's key it tells nothing.
    func tag(of account: AccountID) -> AccountTag {
        var writer = ByteWriter()
        writer.appendField(account.realm.canonicalBytes)
        writer.appendField(account.subject.canonicalBytes)
        return AccountTag(writer.bytes.withRawSpan { KeyedHash.digest($0, key: accountTag, size: 16) })
    }
}

extension StoredRecord {
    /// Bytes of a blinded name.
    static let nameSize = 16
}
