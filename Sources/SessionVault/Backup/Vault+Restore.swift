extension Vault {
    /// Makes a vault anew from a backup, all or nothing, and opens it.
    ///
    /// The new file appears under its name only when the whole stream has been read and is authentic. It has the backup's
    /// key slots, and its journal says that it was restored. An anchor knows a newer state then; see
    /// ``acceptRollback(at:unlockingWith:options:)``.
    ///
    /// - Parameters:
    ///   - backup: the path of a file that ``backUp(to:)`` made.
    ///   - path: where the vault shall be; nothing may stand there.
    ///   - source: what opened the vault when the backup was made.
    /// - Throws: ``VaultError/Code/wrongKey``, ``VaultError/Code/notABackup``, ``VaultError/Code/truncated``, or
    ///   ``VaultError/Code/tampered`` where the stream was cut, altered or put in another order.
    public static func restore(
        from backup: String, to path: String, unlockingWith source: borrowing KeySource,
        options: VaultOptions = VaultOptions()
    ) throws(VaultError) -> Vault {
        do throws(VaultError) {
            return try restore(
                from: FileSource(opening: backup), to: path, unlockingWith: source, options: options)
        } catch { throw error.at(backup) }
    }

    /// Restores from an open descriptor, which is closed at the end.
    package static func restore(
        fromDescriptor descriptor: CInt, to path: String, unlockingWith source: borrowing KeySource,
        options: VaultOptions = VaultOptions()
    ) throws(VaultError) -> Vault {
        try restore(
            from: FileSource(descriptor: descriptor, named: "the backup"), to: path, unlockingWith: source,
            options: options)
    }

    private static func restore(
        from file: consuming FileSource, to path: String, unlockingWith source: borrowing KeySource,
        options: VaultOptions
    ) throws(VaultError) -> Vault {
        var file = file
        try Folder.requireFileName(path)
        try FileCheck.requireAbsent(path)
        try Folder.make(Folder.containing(path))
        let path = try Folder.resolving(path)
        do throws(VaultError) {
            let preamble = try BackupPreamble(reading: &file)
            let root = try preamble.root(unlockedWith: source, memoryLimitKiB: options.passphraseMemoryLimitKiB)
            var reader = try BackupReader(file, preamble: preamble, root: root)
            try VaultFile.create(at: path) { (store) throws(VaultError) in
                try reader.restore(into: store, preamble: preamble, root: root)
            }
        } catch { throw error.ofBackup }
        // An anchor knows a newer state; whether that may be given up is the user's to say.
        var opening = options
        opening.anchor = nil
        return try open(at: path, unlockingWith: source, options: opening)
    }
}

extension BackupPreamble {
    fileprivate func root(unlockedWith source: borrowing KeySource, memoryLimitKiB: UInt32) throws(VaultError)
        -> SymmetricKey
    {
        var damage: VaultError?
        for bytes in slots {
            do throws(VaultError) {
                let slot = try KeySlot(decoding: bytes)
                guard let key = try slot.open(with: source, vaultID: vaultID, memoryLimitKiB: memoryLimitKiB) else {
                    continue
                }
                guard slot.scope == .owner else { throw VaultError(.auditOnly) }
                return key
            } catch {
                guard [.tampered, .newerFormat, .tooLarge].contains(error.code) else { throw error }
                damage = error
            }
        }
        throw damage ?? VaultError(.wrongKey)
    }
}

extension BackupReader where Source: ~Copyable {
    /// Writes the rows as they are, and authenticates them as a whole anew.
    fileprivate mutating func restore(
        into store: any StoreWriter, preamble: BackupPreamble, root: borrowing SymmetricKey
    ) throws(VaultError) {
        guard case .start(let created, let sequence) = try next() else { throw VaultError(.tampered) }
        for slot in preamble.slots { try store.addSlot(slot) }
        while let message = try next() {
            switch message {
            case .epoch(let epoch): try store.addEpoch(epoch)
            case .record(let record): try store.put(record)
            case .quarantined(let record): try store.addQuarantined(record)
            case .event(let event): try store.addEvent(event)
            case .start, .end: throw VaultError(.tampered)
            }
        }
        let keys = try Keyring(root: root.copy(), vaultID: preamble.vaultID, epochs: try store.epochs())
        try Header.write(created: UnixTime(milliseconds: created), to: store, keys: keys)
        let manifest = try Manifest(rebuilding: store, keys: keys, sequence: sequence)
        var transaction = VaultTransaction(store, keys: keys, manifest: manifest)
        try transaction.note(JournalEvent(.restored, number: sequence))
        _ = try transaction.finish(isAnchored: false)
    }
}
