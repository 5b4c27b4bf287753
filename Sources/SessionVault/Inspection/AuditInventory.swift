/// What a leak audit of a vault searches for.
package struct AuditInventory: Sendable {
    /// Every value that has a fingerprint, and every one that is too weak to have one.
    package let entries: [AuditEntry]
    /// Records whose metadata do not open, so that nobody can tell whether their values leaked.
    package let unreadableRecords: Int
}

/// One value, present or past, by its leak fingerprint.
package struct AuditEntry: Sendable {
    /// The record that holds or held it.
    package let kind: RecordKind
    /// Which of the record's values it is.
    package let value: AuditedValue
    /// Stands for its account.
    package let account: AccountTag
    /// When the value was replaced; nil while it is in use.
    package let retired: UnixTime?
    /// The encoded fingerprint, or empty where the value has too little entropy for one.
    package let fingerprint: [UInt8]
}

extension Vault {
    /// Lists the leak fingerprints of all records, from their metadata alone.
    package func auditEntries() throws(VaultError) -> AuditInventory {
        let keys = try auditKeys()
        let seal = MetadataSeal(keys: keys)
        var entries: [AuditEntry] = []
        var unreadable = 0
        try store.snapshot { (store) throws(VaultError) in
            try store.forEachRecord { record in
                guard let metadata = try? seal.metadata(of: record) else {
                    unreadable += 1
                    return
                }
                let account = keys.tag(of: metadata.account)
                for fingerprint in metadata.fingerprints {
                    entries.append(
                        AuditEntry(
                            kind: metadata.kind, value: fingerprint.value, account: account,
                            retired: fingerprint.retired, fingerprint: Array(fingerprint.bytes)))
                }
            }
        }
        return AuditInventory(entries: entries, unreadableRecords: unreadable)
    }
}
