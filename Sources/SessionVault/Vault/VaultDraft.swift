/// A vault that is being made: its first slot, its first epochs and its keys.
struct VaultDraft {
    let keys: Keyring
    private let slot: KeySlot
    private let epochs: [Epoch.Wrapped]

    /// Runs Argon2id for a passphrase.
    init(for source: borrowing KeySource, cost: PassphraseCost) throws(VaultError) {
        try source.requireUsable()
        let root = SymmetricKey.random()
        let vaultID = RandomBytes.make(count: Header.vaultIDSize)
        slot = try KeySlot.make(for: source, wrapping: root, cost: cost, vaultID: vaultID)
        epochs = [Epoch.names, 1].map { number in Epoch.make(number: number, vaultID: vaultID, root: root) }
        keys = try Keyring(
            root: root, vaultID: vaultID, epochs: epochs, slot: StoredSlot(number: 1, bytes: slot.encoded))
    }

    /// Undoes what a keeper was told for a vault that could not be made.
    func forgetKey() {
        slot.forgetKey(vaultID: keys.vaultID)
    }

    func write(to store: any StoreWriter) throws(VaultError) {
        try store.addSlot(slot.encoded)
        for epoch in epochs { try store.addEpoch(epoch) }
        try Header.write(created: .now, to: store, keys: keys)
        var transaction = VaultTransaction(store, keys: keys, manifest: .empty)
        try transaction.note(JournalEvent(.created))
        _ = try transaction.finish(isAnchored: false)
    }
}
