/// What opening a vault leads to.
struct OpenedVault {
    let path: String
    let store: any RecordStore
    let vaultID: [UInt8]
    let access: VaultAccess
    let freshness: FreshnessGuard?
    let integrity: VaultIntegrity?
}

extension Vault {
    /// Makes a new vault that `source` opens, and opens it.
    ///
    /// The file gets mode 0600, and folders that are missing mode 0700. It appears under its name only when it is whole.
    /// Runs Argon2id for a passphrase, and flushes to the disk.
    ///
    /// - Throws: ``VaultError/Code/alreadyExists`` where anything stands at the path: nothing is ever made over it.
    public static func create(
        at path: String, unlockingWith source: borrowing KeySource, cost: PassphraseCost = .moderate,
        options: VaultOptions = VaultOptions()
    ) throws(VaultError) -> Vault {
        try Folder.requireFileName(path)
        try FileCheck.requireAbsent(path)
        guard try !source.requireUsable().isVolatile else {
            throw VaultError(
                .invalidArgument, "a TPM can be cleared, so it can't be the only way into a vault",
                mend: "Make the vault with a passphrase or a key file, then `vault slots add tpm`.")
        }
        try Folder.make(Folder.containing(path))
        let path = try Folder.resolving(path)
        let draft = try VaultDraft(for: source, cost: cost)
        // An anchor that can't serve this vault shall leave none behind.
        do throws(VaultError) {
            _ = try options.anchor.map(FreshnessGuard.init)?.newest(of: draft.keys.vaultID)
            try VaultFile.create(at: path) { (store) throws(VaultError) in try draft.write(to: store) }
        } catch {
            draft.forgetKey()
            throw error
        }
        return try opened(draft, at: path, store: try SQLiteStore(opening: path), options: options)
    }

    /// Makes a vault in a store of the caller's, such as one in memory.
    package static func create(
        in store: any RecordStore, unlockingWith source: borrowing KeySource, cost: PassphraseCost = .moderate,
        options: VaultOptions = VaultOptions()
    ) throws(VaultError) -> Vault {
        let draft = try VaultDraft(for: source, cost: cost)
        try store.write { (store) throws(VaultError) in try draft.write(to: store) }
        return try opened(draft, at: "memory", store: store, options: options)
    }

    private static func opened(
        _ draft: VaultDraft, at path: String, store: any RecordStore, options: VaultOptions
    ) throws(VaultError) -> Vault {
        let freshness = options.anchor.map(FreshnessGuard.init)
        if let freshness {
            let newest = try freshness.newest(of: draft.keys.vaultID)
            let state = try store.read { (store) throws(VaultError) in
                try AnchoredState(reading: store, keys: draft.keys)
            }
            try freshness.check(state, against: newest, of: draft.keys.vaultID)
        }
        return Vault(
            OpenedVault(
                path: path, store: store, vaultID: draft.keys.vaultID, access: .owner(draft.keys), freshness: freshness,
                integrity: nil), options: options)
    }

    /// Opens the vault at `path`.
    ///
    /// Tries each slot of the source's kind, running Argon2id for every passphrase slot, and checks the records as
    /// `options` say: about 8 µs for each.
    ///
    /// Where key slots or epochs are damaged, what is readable can be read; every write throws
    /// ``VaultError/Code/tampered`` then, until the vault is repaired. An anchor needs the manifest: with one, a vault whose
    /// manifest is damaged does not open.
    ///
    /// - Throws: ``VaultError``; ``VaultError/Code/rolledBack`` where the anchor knows a newer state. A failed opening
    ///   changes nothing in the file.
    public static func open(
        at path: String, unlockingWith source: borrowing KeySource, options: VaultOptions = VaultOptions()
    ) throws(VaultError) -> Vault {
        try open(at: path, unlockingWith: source, options: options, acceptingRollback: false)
    }

    /// Opens a vault whose file the anchor knows in a newer state, and has the anchor take this one for the newest: after a
    /// restore from a backup, or where an older copy is wanted.
    ///
    /// Writes so into the journal.
    public static func acceptRollback(
        at path: String, unlockingWith source: borrowing KeySource, options: VaultOptions
    ) throws(VaultError) -> Vault {
        let vault = try open(at: path, unlockingWith: source, options: options, acceptingRollback: true)
        try vault.transact { (transaction) throws(VaultError) in
            try transaction.note(JournalEvent(.rollbackAccepted, number: try transaction.sequence - 1))
        }
        return vault
    }

    private static func open(
        at path: String, unlockingWith source: borrowing KeySource, options: VaultOptions, acceptingRollback: Bool
    ) throws(VaultError) -> Vault {
        let path = try resolve(path)
        do throws(VaultError) {
            let store = try SQLiteStore(opening: path)
            let unlocked = try UnlockedStore(store, with: source, options: options)
            let freshness = options.anchor.map(FreshnessGuard.init)
            if let freshness, case .owner(let keys) = unlocked.access {
                try freshness.settle(store, keys, acceptingRollback: acceptingRollback)
            }
            return Vault(
                OpenedVault(
                    path: path, store: store, vaultID: unlocked.vaultID, access: unlocked.access, freshness: freshness,
                    integrity: try integrity(of: store, unlocked.access, options)), options: options)
        } catch { throw error.at(path) }
    }

    private static func integrity(
        of store: SQLiteStore, _ access: VaultAccess, _ options: VaultOptions
    ) throws(VaultError) -> VaultIntegrity? {
        guard case .owner(let keys) = access, case .upTo(let limit) = options.verification else { return nil }
        return try store.snapshot { (store) throws(VaultError) in
            // Another process may have begun an epoch or replaced the root since the keys were read.
            guard try store.recordCount() <= limit, try store.header().mac == keys.headerTag else { return nil }
            return try VaultIntegrity(checking: store, keys: keys)
        }
    }

    static func resolve(_ path: String) throws(VaultError) -> String {
        do throws(VaultError) { return try Folder.resolving(path) } catch {
            throw error.code == .absent ? VaultError(.absent, path: path) : error
        }
    }
}
