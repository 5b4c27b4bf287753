import Sealing

/// What is in a vault and whether it is intact: never a value, never an account's name.
public struct VaultReport: Sendable {
    /// What shows without a key.
    public let outline: VaultOutline
    /// Every record, in the order in which they were first written.
    public let records: [RecordReport]
    /// The stored sessions, each with its records: all of them provisional.
    public let sessions: [SessionReport]
    /// Tells whether all secret memory of this process could be locked against swapping (`RLIMIT_MEMLOCK`).
    public let isLockedInMemory: Bool

    /// The records that do not open.
    public var damagedRecords: [RecordReport] { records.filter { $0.condition != .intact } }
}

extension Vault {
    /// Looks at every record.
    ///
    /// Reads one consistent state, and opens each record's two parts without keeping the body.
    ///
    /// - Throws: ``VaultError/Code/locked``; a record that does not open is reported, not thrown.
    public func inspect() throws(VaultError) -> VaultReport {
        let keys = try unlockedKeys()
        return try store.snapshot { (store) throws(VaultError) in
            var records: [RecordReport] = []
            try store.forEachRecord { records.append(RecordReport($0, keys: keys)) }
            return VaultReport(
                outline: try VaultOutline(reading: store, at: path), records: records,
                sessions: SessionReport.group(records), isLockedInMemory: SecretArena.isLockedInMemory)
        }
    }
}
