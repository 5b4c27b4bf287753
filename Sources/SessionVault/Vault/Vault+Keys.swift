extension Vault {
    /// The keys for what `store` now holds.
    ///
    /// After another process has begun an epoch, they are unwrapped anew.
    ///
    /// - Throws: ``VaultError/Code/locked``; ``VaultError/Code/tampered`` also where another process has replaced the root
    ///   key, until the vault is unlocked again.
    func currentKeys(for store: any StoreAccess) throws(VaultError) -> Keyring {
        let keys = try unlockedKeys()
        guard try store.header().mac != keys.headerTag else { return keys }
        let header = try Header.Authenticated(store)
        let renewed = try Keyring(
            root: keys.root.copy(), vaultID: vaultID, epochs: try store.epochs(), headerTag: header.header.mac)
        try header.verify(with: renewed)
        adopt(renewed)
        return renewed
    }

    /// Reads one record, with the keys that open it.
    func record(_ kind: RecordKind, of account: AccountID) throws(VaultError) -> (StoredRecord, Keyring)? {
        let keys = try unlockedKeys()
        let name = keys.name(of: kind, account: account)
        guard let record = try store.read({ (store) throws(VaultError) in try store.record(named: name) }) else {
            return nil
        }
        guard keys.content[record.epoch] == nil else { return (record, keys) }
        return try store.snapshot { (store) throws(VaultError) in
            let keys = try currentKeys(for: store)
            return try store.record(named: name).map { ($0, keys) }
        }
    }

    /// Hands every record of one consistent state to `body`, with the keys that open it.
    func forEachRecord(
        _ body: (StoredRecord, RecordSeal) throws(VaultError) -> Void
    ) throws(VaultError) {
        try store.snapshot { (store) throws(VaultError) in
            let seal = RecordSeal(keys: try currentKeys(for: store))
            try store.forEachRecord { (record) throws(VaultError) in try body(record, seal) }
        }
    }

    /// Changes key slots or epochs as one durable transaction, and authenticates the header and the manifest anew.
    func changeHeader<R>(_ body: (any StoreWriter, Keyring) throws(VaultError) -> R) throws(VaultError) -> R {
        try store.write { (store) throws(VaultError) in
            let keys = try currentKeys(for: store)
            try Header.verify(store, keys: keys)
            var manifest = try Manifest(reading: store, with: keys)
            let created = UnixTime(milliseconds: try store.header().created)
            let result = try body(store, keys)
            try Header.write(created: created, to: store, keys: keys)
            try manifest.write(to: store, with: keys)
            return result
        }
    }

    /// Unwraps the keys that the header now leads to.
    func takeUpKeys() throws(VaultError) {
        _ = try store.snapshot { (store) throws(VaultError) in try currentKeys(for: store) }
    }
}
