import Sealing

/// What is in a vault and whether it is intact: never a value, never an account's name.
public struct VaultReport: Sendable {
    /// What shows without a key.
    public let outline: VaultOutline
    /// What the check of the whole vault found; nil where an auditor's key opened it, which can't check so much.
    package let integrity: VaultIntegrity?
    /// Every record that can be read, in the order in which they were first written.
    public let records: [RecordReport]
    /// The stored sessions, each with its records: all of them provisional.
    public let sessions: [SessionReport]
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
            let keys = known == nil ? nil : (try? currentKeys(for: store)) ?? known
            var records: [RecordReport] = []
            do throws(VaultError) {
                try store.forEachRecord { records.append(RecordReport($0, audit: keys?.audit ?? audit, keys: keys)) }
            } catch {
                guard error.code == .tampered else { throw error }
            }
            return VaultReport(
                outline: try VaultOutline(reading: store, at: path), integrity: integrity, records: records,
                sessions: SessionReport.group(records), isLockedInMemory: SecretArena.isLockedInMemory)
        }
    }
}
