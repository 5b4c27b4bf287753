import Sealing

/// What is in a vault and whether it is intact: never a value, never an account's name.
public struct VaultReport: Sendable {
    /// What shows without a key.
    public let outline: VaultOutline
    /// What the check of the whole vault found; nil where an auditor's key opened it, which can't check so much.
    public let integrity: VaultIntegrity?
    /// What happened to the vault; the chain's end is checked only where its owner's key opened it.
    public let journal: JournalReport
    /// Every record that can be read, in the order in which they were first written.
    public let records: [RecordReport]
    /// The stored sessions, each with its records: all of them provisional.
    public let sessions: [SessionReport]
    /// What the system says about this process and the machine.
    public let surroundings: Surroundings
    /// Tells whether all secret memory of this process could be locked against swapping (`RLIMIT_MEMLOCK`).
    public let isLockedInMemory: Bool

    /// Tells whether an auditor's key opened the vault, so that key slots, manifest and bodies could not be checked.
    public var isAuditOnly: Bool { integrity == nil }

    /// Tells whether everything that the key can check is as it was written.
    public var isIntact: Bool { integrity?.isIntact ?? damagedRecords.isEmpty }

    /// The records that do not open.
    public var damagedRecords: [RecordReport] { records.filter { $0.condition.isDamage } }
}

extension Vault {
    /// Looks at every record.
    ///
    /// Opens each record's two parts without keeping the body; an auditor's key opens the metadata alone. Takes about
    /// twice as long as reading and opening all records.
    ///
    /// - Throws: ``VaultError/Code/locked``; damage is reported, not thrown.
    public func inspect() throws(VaultError) -> VaultReport {
        let known = isAuditOnly ? nil : try unlockedKeys()
        let audit = try auditKeys()
        let integrity = known == nil ? nil : try verify()
        return try store.snapshot { (store) throws(VaultError) in
            let keys = known == nil ? nil : try readingKeys(for: store)
            var records: [RecordReport] = []
            do throws(VaultError) {
                try store.forEachRecord { records.append(RecordReport($0, audit: keys?.audit ?? audit, keys: keys)) }
            } catch {
                guard error.code == .tampered else { throw error }
            }
            return VaultReport(
                outline: try VaultOutline(reading: store, at: path), integrity: integrity,
                journal: try journal(in: store, audit: keys?.audit ?? audit, keys: keys), records: records,
                sessions: SessionReport.group(records), surroundings: .current,
                isLockedInMemory: SecretArena.isLockedInMemory)
        }
    }

    /// What happened to the vault, as far as its journal reaches back.
    ///
    /// - Throws: ``VaultError/Code/locked``; a broken chain is reported, not thrown.
    public func journal() throws(VaultError) -> JournalReport {
        let audit = try auditKeys()
        let keys = isAuditOnly ? nil : try unlockedKeys()
        return try store.snapshot { (store) throws(VaultError) in
            try journal(in: store, audit: audit, keys: keys)
        }
    }

    private func journal(in store: any StoreAccess, audit: AuditKeys, keys: Keyring?) throws(VaultError)
        -> JournalReport
    {
        let chain = keys.flatMap { keys in (try? Manifest(reading: store, with: keys))?.journal }
        return try JournalReport(reading: store, keys: audit, chain: chain)
    }
}
