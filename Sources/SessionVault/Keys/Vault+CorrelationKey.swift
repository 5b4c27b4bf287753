public import SafeLogging

extension Vault {
    /// The key of the tags that stand for values in a log (`privacy: .private(mask: .hash)`), for a ``SafeLogger``.
    ///
    /// It belongs to the vault and to the epoch that a rotation has begun last: from the next call on after a rotation, tags
    /// are others, so that only who opens the vault can join the lines before it with those after it. Of the epochs before,
    /// the newest 999 stay known: ``CorrelationKey/tags(of:)`` gives a value's tags in each, however often the keys or the
    /// root were replaced since. A vault that is restored from a backup has the same tags. The key stays usable after the
    /// vault is locked, as long as it is held. Reads the vault's header.
    ///
    /// - Throws: ``VaultError/Code/locked``, ``VaultError/Code/auditOnly`` where an auditor's key unlocked the vault.
    public func correlationKey() throws(VaultError) -> CorrelationKey {
        try store.snapshot { (store) throws(VaultError) in try readingKeys(for: store).correlationKey() }
    }
}

extension Keyring {
    private static let keptEpochs: UInt32 = 1_000

    /// The epochs' keys are subkeys of epoch 0's, so that none is lost when an epoch's own keys are erased.
    func correlationKey() throws(VaultError) -> CorrelationKey {
        guard let names = content[Epoch.names] else { throw VaultError(.tampered, "the vault has no epoch 0") }
        let root = names.key.derive(KeyLabel.Names.logCorrelation)
        let newest = current.content.epoch
        let oldest = newest > Self.keptEpochs ? newest - Self.keptEpochs + 1 : 1
        var key = CorrelationKey(copying: root.correlationKey(ofEpoch: oldest), epoch: oldest)
        var epoch = oldest
        while epoch < newest {
            epoch += 1
            key = CorrelationKey(copying: root.correlationKey(ofEpoch: epoch), epoch: epoch, replacing: key)
        }
        return key
    }
}
