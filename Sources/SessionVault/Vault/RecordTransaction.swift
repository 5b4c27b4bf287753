/// The writes of one transaction, with the manifest kept in step.
struct RecordTransaction {
    let store: any StoreWriter
    let keys: Keyring
    private var manifest: Manifest

    init(_ store: any StoreWriter, keys: Keyring) throws(VaultError) {
        self.store = store
        self.keys = keys
        manifest = try Manifest(reading: store, with: keys)
    }

    var seal: RecordSeal { RecordSeal(keys: keys) }

    func record(_ kind: RecordKind, of account: AccountID) throws(VaultError) -> StoredRecord? {
        try store.record(named: keys.name(of: kind, account: account))
    }

    /// Seals and writes a record, whose version is the number of this write.
    mutating func put(_ body: borrowing some SealedBody & ~Copyable, _ metadata: RecordMetadata) throws(VaultError) {
        let name = keys.name(of: metadata.kind, account: metadata.account, discriminator: metadata.discriminator)
        let old = try store.record(named: name)
        try replace(old, with: seal.seal(body, metadata, version: try manifest.next()))
    }

    /// Seals a record of an older epoch anew.
    mutating func reseal(_ old: StoredRecord) throws(VaultError) {
        try replace(old, with: try seal.reseal(old, version: try manifest.next()))
    }

    private mutating func replace(_ old: StoredRecord?, with new: StoredRecord) throws(VaultError) {
        try store.put(new)
        manifest.replace(old, with: new, keys: keys)
    }

    /// Deletes a record; does nothing where there is none.
    mutating func remove(named name: [UInt8]) throws(VaultError) {
        guard let old = try store.record(named: name) else { return }
        try store.removeRecord(named: name)
        manifest.replace(old, with: nil, keys: keys)
    }

    /// Writes the manifest; the last step of each transaction.
    mutating func finish() throws(VaultError) {
        try manifest.write(to: store, with: keys)
    }
}

extension Vault {
    /// Runs `body` as one durable transaction of records.
    func transact<R: ~Copyable>(
        _ body: (inout RecordTransaction) throws(VaultError) -> R
    ) throws(VaultError) -> R {
        try store.write { (store) throws(VaultError) in
            let keys = try currentKeys(for: store)
            var transaction = try RecordTransaction(store, keys: keys)
            let result = try body(&transaction)
            try transaction.finish()
            return result
        }
    }
}
