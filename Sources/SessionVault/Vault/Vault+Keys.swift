extension Vault {
    /// The keys for what `store` now holds.
    ///
    /// After another process has begun an epoch, they are unwrapped anew.
    ///
    /// - Throws: ``VaultError/Code/locked``; ``VaultError/Code/tampered`` also where another process has replaced the root
    ///   key, until the vault is unlocked again.
    func currentKeys(for store: any StoreAccess) throws(VaultError) -> Keyring {
        let keys = try unlockedKeys()
        guard try store.header().mac != keys.headerTag || !keys.isHeaderAuthentic else { return keys }
        let header = try Header.Authenticated(store)
        guard header.isAuthentic(under: keys.root) else { throw Header.damaged }
        let renewed = try Keyring(
            root: keys.root.copy(), vaultID: vaultID, epochs: try store.epochs(), headerTag: header.header.mac,
            slot: keys.slot)
        adopt(renewed)
        return renewed
    }

    /// The keys for reading, also where slots or epochs were damaged since they were unwrapped.
    func readingKeys(for store: any StoreAccess) throws(VaultError) -> Keyring {
        do throws(VaultError) { return try currentKeys(for: store) } catch {
            guard error.code == .tampered else { throw error }
            return try unlockedKeys()
        }
    }

    /// The keys for writing, which nobody gets before the header is as it was written.
    func writingKeys(for store: any StoreAccess) throws(VaultError) -> Keyring {
        let keys = try currentKeys(for: store)
        guard keys.isHeaderAuthentic else { throw Header.damaged }
        return keys
    }

    /// Reads one record, with the keys that open it.
    func record(_ kind: RecordKind, of account: AccountID) throws(VaultError) -> (StoredRecord, Keyring)? {
        let keys = try unlockedKeys()
        let name = keys.name(of: kind, account: account)
        guard let record = try record(named: name) else { return nil }
        guard keys.content[record.epoch] == nil else { return (record, keys) }
        return try store.snapshot { (store) throws(VaultError) in
            let keys = try readingKeys(for: store)
            return try store.record(named: name).map { ($0, keys) }
        }
    }

    private func record(named name: [UInt8]) throws(VaultError) -> StoredRecord? {
        let stamp = store.stamp()
        if let stamp, let record = rows.record(named: name, at: stamp) { return record }
        let record = try store.read { (store) throws(VaultError) in try store.record(named: name) }
        if let stamp, let record { rows.keep(record, at: stamp) }
        return record
    }

    /// Hands every record of one consistent state to `body`, with the keys that open it.
    func forEachRecord(
        _ body: (StoredRecord, RecordSeal) throws(VaultError) -> Void
    ) throws(VaultError) {
        try store.snapshot { (store) throws(VaultError) in
            let seal = RecordSeal(keys: try readingKeys(for: store))
            try store.forEachRecord { (record) throws(VaultError) in try body(record, seal) }
        }
    }

    /// As ``takeUpKeys()``, going on with another slot.
    func takeUpKeys(slot: StoredSlot?) throws(VaultError) {
        let keys = try unlockedKeys()
        try store.snapshot { (store) throws(VaultError) in
            adopt(
                try Keyring(
                    root: keys.root.copy(), vaultID: vaultID, epochs: try store.epochs(),
                    headerTag: try store.header().mac, slot: slot))
        }
    }

    /// Unwraps the keys that the header now leads to.
    func takeUpKeys() throws(VaultError) {
        _ = try store.snapshot { (store) throws(VaultError) in try currentKeys(for: store) }
    }
}
