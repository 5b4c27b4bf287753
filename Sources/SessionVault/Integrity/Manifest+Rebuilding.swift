extension Manifest {
    /// A step over the numbers of writes that a lost manifest may have counted and that no record names.
    private static let gap: UInt64 = 1_000_000

    /// What a manifest over the rows as they are would say.
    ///
    /// It goes on from the old one's number; where that can't be read, from well above the greatest that a record or the anchor
    /// names, so that no write's number comes twice.
    init(rebuilding store: any StoreAccess, keys: Keyring, anchored: UInt64) throws(VaultError) {
        let old = try? Manifest(reading: store, with: keys)
        try self.init(rebuilding: store, keys: keys, sequence: max(old?.sequence ?? 0, anchored))
        if old == nil { sequence += Self.gap }
    }

    /// As above, from a number that is known.
    init(rebuilding store: any StoreAccess, keys: Keyring, sequence known: UInt64) throws(VaultError) {
        self = .empty
        sequence = known
        let seal = MetadataSeal(keys: keys.audit)
        try store.forEachRecord { record in
            replace(nil, with: record, keys: keys)
            if record.version > sequence, (try? seal.metadata(of: record)) != nil { sequence = record.version }
        }
        journal = try JournalChain(rebuilding: store, keys: keys.audit)
    }
}

extension JournalChain {
    /// The chain of the events after the last break; rows that do not open have no say in it.
    fileprivate init(rebuilding store: any StoreAccess, keys: AuditKeys) throws(VaultError) {
        self = .empty
        let seal = JournalSeal(keys: keys)
        try store.forEachEvent { stored in
            guard let opened = seal.open(stored) else { return }
            if stored.number != next || opened.previous != head { first = stored.number }
            next = stored.number + 1
            head = Self.link(of: stored, after: opened.previous)
        }
    }
}
