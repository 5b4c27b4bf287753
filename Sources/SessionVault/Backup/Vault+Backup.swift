import Glibc

extension Vault {
    /// Writes everything into one sealed stream, which the vault's owners open with what opens the vault.
    ///
    /// One consistent state: others go on reading and writing meanwhile. The file gets mode 0600 and its name only when it
    /// is whole; a backup that was cut off leaves nothing, and is simply made again. Checks the vault first, about 8 µs a
    /// record, and flushes to the disk.
    ///
    /// - Throws: ``VaultError/Code/alreadyExists`` where anything stands at the path, ``VaultError/Code/tampered`` where
    ///   the vault is damaged: repair it first, so that no damage is handed on unseen.
    public func backUp(to path: String) throws(VaultError) {
        try Folder.requireFileName(path)
        try FileCheck.requireAbsent(path)
        let draft = "\(path).new-\(RandomBytes.number())"
        defer { unsafe unlink(draft) }
        let file: FileDescriptor
        do throws(VaultError) { file = try .creating(draft) } catch { throw error.renamed(path) }
        try backUp(into: file, path: path)
        guard unsafe link(draft, path) == 0 else { throw .system(errno, path: path) }
        try Folder.flush(containing: path)
    }

    /// Writes the backup into an open descriptor, which is closed at the end.
    package func backUp(toDescriptor descriptor: CInt) throws(VaultError) {
        try backUp(into: FileDescriptor(owning: descriptor), path: "the backup")
    }

    /// Reads through a connection of its own, so that this process's other threads need not wait.
    private func backUp(into file: consuming FileDescriptor, path: String) throws(VaultError) {
        try takeUpKeys()
        let keys = try unlockedKeys()
        let reader: any RecordStore = store is SQLiteStore ? try SQLiteStore(opening: self.path) : store
        var writer: BackupWriter?
        let slots = try store.read { (store) throws(VaultError) in try store.slots().map(\.bytes) }
        writer = try BackupWriter(to: file, path: path, vaultID: vaultID, slots: slots, root: keys.root)
        try reader.snapshot { (store) throws(VaultError) in
            guard try VaultIntegrity(checking: store, keys: keys).isIntact, try store.slots().map(\.bytes) == slots
            else {
                throw VaultError(.tampered, "the vault is damaged, or was changed meanwhile", path: self.path)
            }
            try writer?.write(rowsOf: store, keys: keys)
        }
        try writer?.finish()
    }
}

extension BackupWriter {
    fileprivate mutating func write(rowsOf store: any StoreAccess, keys: Keyring) throws(VaultError) {
        let manifest = try Manifest(reading: store, with: keys)
        try write(.start(created: try store.header().created, sequence: manifest.sequence))
        for epoch in try store.epochs() { try write(.epoch(epoch)) }
        try store.forEachRecord { (record) throws(VaultError) in try write(.record(record)) }
        try store.forEachQuarantined { (record) throws(VaultError) in try write(.quarantined(record)) }
        try store.forEachEvent { (event) throws(VaultError) in try write(.event(event)) }
    }
}
