import SafeLogging

/// The keys of an audit: they open metadata, find leaks and stand accounts' tags, and open no body.
final class AuditKeys: Sendable {
    let vaultID: [UInt8]
    let metadata: [UInt32: Epoch.Key]
    let fingerprint: FingerprintKey
    let journal: SymmetricKey
    private let accountTag: SymmetricKey

    /// Unwraps the epochs' metadata keys with the audit root.
    init(
        auditRoot: borrowing SymmetricKey, vaultID: [UInt8], epochs: [Epoch.Wrapped], tolerant: Bool
    ) throws(VaultError) {
        let metadata = try Epoch.unwrap(
            .metadata, of: epochs, vaultID: vaultID, with: auditRoot.derive(KeyLabel.Audit.metadataWrap),
            tolerant: tolerant)
        guard let names = metadata[Epoch.names] else { throw VaultError(.tampered, "the vault has no epoch 0") }
        self.metadata = metadata
        self.vaultID = vaultID
        fingerprint = FingerprintKey(names.key.derive(KeyLabel.AuditNames.fingerprint))
        journal = names.key.derive(KeyLabel.AuditNames.journal)
        accountTag = names.key.derive(KeyLabel.AuditNames.accountTag)
    }

    /// A short tag that stands for an account in reports; without the vault's key it tells nothing.
    func tag(of account: AccountID) -> AccountTag {
        var writer = ByteWriter()
        writer.appendCanonicalField(account.realm)
        writer.appendCanonicalField(account.subject)
        return AccountTag(writer.withRawSpan { KeyedHash.digest($0, key: accountTag, size: 16) })
    }
}
