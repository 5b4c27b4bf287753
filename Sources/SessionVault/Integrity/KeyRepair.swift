/// The keys with which a vault is repaired: all that can be had from the file or from memory.
///
/// Refuses where the root key in memory is not the file's any more: what such a handle would write, nobody could open.
struct KeyRepair {
    let keys: Keyring

    init(of store: any StoreAccess, known: Keyring) throws(VaultError) {
        let header = try Header.Authenticated(store)
        let rows = try store.epochs()
        guard !header.isAuthentic(under: known.root) else {
            keys = try Keyring(
                root: known.root.copy(), vaultID: known.vaultID, epochs: rows, headerTag: header.header.mac,
                slot: known.slot)
            return
        }
        guard header.header.vaultID == known.vaultID, let slot = known.slot,
            try store.slots().contains(where: { $0 == slot }),
            rows.contains(where: { known.opens($0) })
        else { throw Header.damaged }
        var whole: [Epoch.Wrapped] = []
        for row in rows where known.opens(row) { whole.append(row) }
        for (number, content) in known.content where !whole.contains(where: { $0.number == number }) {
            guard let metadata = known.audit.metadata[number] else { continue }
            whole.append(
                Epoch.wrap(
                    number: number, content: content.key, metadata: metadata.key, vaultID: known.vaultID,
                    root: known.root))
        }
        keys = try Keyring(root: known.root.copy(), vaultID: known.vaultID, epochs: whole, slot: slot)
    }
}

extension Keyring {
    /// Tells whether both keys of an epoch's row open under this root.
    fileprivate func opens(_ row: Epoch.Wrapped) -> Bool {
        let metadataWrap = root.derive(KeyLabel.Root.auditRoot).derive(KeyLabel.Audit.metadataWrap)
        let metadata = try? Epoch.unwrap(.metadata, of: [row], vaultID: vaultID, with: metadataWrap, tolerant: false)
        let contentWrap = root.derive(KeyLabel.Root.contentWrap)
        let content = try? Epoch.unwrap(.content, of: [row], vaultID: vaultID, with: contentWrap, tolerant: false)
        return metadata != nil && content != nil
    }
}
