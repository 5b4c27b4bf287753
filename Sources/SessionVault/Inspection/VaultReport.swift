import Sealing

/// What is in a vault and whether it is intact: never a value, never an account's name.
public struct VaultReport: Sendable {
    /// What shows without a key.
    public let outline: VaultOutline
    package let integrity: VaultIntegrity
    /// Every record that can be read, in the order in which they were first written.
    public let records: [RecordReport]
    /// The stored sessions, each with its records: all of them provisional.
    public let sessions: [SessionReport]
    /// Tells whether all secret memory of this process could be locked against swapping (`RLIMIT_MEMLOCK`).
    public let isLockedInMemory: Bool

    /// Tells whether header, manifest and every record are as they were written.
    public var isIntact: Bool { integrity.isIntact }

    /// The records that do not open.
    public var damagedRecords: [RecordReport] { records.filter { $0.condition != .intact } }
}

extension Vault {
    /// Looks at every record.
    ///
    /// Opens each record's two parts without keeping the body. Takes about twice as long as reading and opening all
    /// records.
    ///
    /// - Throws: ``VaultError/Code/locked``; damage is reported, not thrown.
    public func inspect() throws(VaultError) -> VaultReport {
        let keys = try unlockedKeys()
        let integrity = try verify()
        return try store.snapshot { (store) throws(VaultError) in
            var records: [RecordReport] = []
            do throws(VaultError) {
                try store.forEachRecord { records.append(RecordReport($0, keys: keys)) }
            } catch {
                guard error.code == .tampered else { throw error }
            }
            return VaultReport(
                outline: try VaultOutline(reading: store, at: path), integrity: integrity, records: records,
                sessions: SessionReport.group(records), isLockedInMemory: SecretArena.isLockedInMemory)
        }
    }
}
