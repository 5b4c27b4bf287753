/// The changes of one transaction, with manifest and journal kept in step.
struct VaultTransaction {
    let store: any StoreWriter
    var keys: Keyring
    private var manifest: Manifest

    init(_ store: any StoreWriter, keys: Keyring) throws(VaultError) {
        self.init(store, keys: keys, manifest: try Manifest(reading: store, with: keys))
    }

    /// Begins one with keys that are those of the header as it stands.
    init(_ store: any StoreWriter, currentKeys keys: Keyring) throws(VaultError) {
        let manifest = try Manifest(reading: store, with: keys, headerMAC: keys.headerTag)
        self.init(store, keys: keys, manifest: manifest)
    }

    init(_ store: any StoreWriter, keys: Keyring, manifest: Manifest) {
        self.store = store
        self.keys = keys
        self.manifest = manifest
    }

    var seal: RecordSeal { RecordSeal(keys: keys) }

    func record(_ kind: RecordKind, of account: AccountID) throws(VaultError) -> StoredRecord? {
        try store.record(named: keys.name(of: kind, account: account))
    }

    /// Seals and writes a record, whose version is the number of this write.
    mutating func put(_ body: borrowing some SealedBody & ~Copyable, _ metadata: RecordMetadata) throws(VaultError) {
        let name = keys.name(of: metadata.kind, account: metadata.account, discriminator: metadata.discriminator)
        let old = try store.row(named: name)
        try replace(old, with: seal.seal(body, metadata, name: name, version: try manifest.next()))
    }

    /// Seals a record of an older epoch anew.
    mutating func reseal(_ old: RecordRow) throws(VaultError) {
        try replace(old, with: try seal.reseal(old.record, version: try manifest.next()))
    }

    mutating func replace(_ old: RecordRow?, with new: StoredRecord) throws(VaultError) {
        if let old { try store.replace(row: old.number, with: new) } else { try store.put(new) }
        manifest.replace(old?.record, with: new, keys: keys)
    }

    /// Deletes a record, and what of it is in quarantine; does nothing where there is none.
    mutating func remove(named name: [UInt8]) throws(VaultError) {
        try store.removeQuarantined(named: name)
        guard let old = try store.record(named: name) else { return }
        try store.removeRecord(named: name)
        manifest.replace(old, with: nil, keys: keys)
    }

    /// Keeps a record that does not open before a new one takes its name.
    mutating func setAside(_ old: StoredRecord) throws(VaultError) {
        try store.addQuarantined(old)
        try store.removeRecord(named: old.name)
        manifest.replace(old, with: nil, keys: keys)
    }

    /// Moves the record in a row, which does not open, to the quarantine.
    mutating func quarantine(_ record: StoredRecord, row: Int64) throws(VaultError) {
        try store.quarantine(row: row)
        manifest.replace(record, with: nil, keys: keys)
    }

    /// Removes the events that are not of the chain.
    mutating func dropBrokenEvents() throws(VaultError) {
        try store.keepEvents(manifest.journal.first..<manifest.journal.next)
    }

    /// Writes an event into the journal.
    mutating func note(_ event: JournalEvent) throws(VaultError) {
        try manifest.journal.append(event, to: store, keys: keys.audit)
    }

    /// The number of the last write.
    var known: UInt64 { manifest.sequence }

    /// The number of this write.
    var sequence: UInt64 {
        get throws(VaultError) { try manifest.next() }
    }

    /// Writes the manifest; the last step of each transaction.
    ///
    /// Returns the state for the anchor, where there is one.
    mutating func finish(isAnchored: Bool) throws(VaultError) -> AnchoredState? {
        try manifest.write(to: store, with: keys)
        return isAnchored ? try AnchoredState(reading: store, sequence: manifest.sequence, keys: keys) : nil
    }
}
