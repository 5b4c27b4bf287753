extension Vault {
    /// What a repair did.
    public struct Repair: Sendable, Equatable {
        /// Records that did not open, and are in quarantine now.
        public let quarantinedCount: Int
        /// Key slots that are gone, since nothing proved them; add them again.
        public let removedSlots: [Int64]
    }

    /// Makes a damaged vault one that can be written again, from what is readable; nothing that is readable is lost.
    ///
    /// Records that do not open are moved to the quarantine, which keeps them for a recovery. The manifest is made anew over
    /// the others, and so what was deleted or put back unseen counts as accepted. Where key slots or epochs were not as they
    /// were written, only the slot that opened the vault stays. The journal keeps what stands after the last break in its
    /// chain, and notes the repair. One durable transaction.
    ///
    /// - Throws: ``VaultError/Code/tampered`` where the file's pages are damaged: then only a backup helps.
    @discardableResult
    public func repair() throws(VaultError) -> Repair {
        let found = try commit { (transaction) throws(VaultError) in
            let removed = try transaction.repairHeader()
            let moved = try transaction.quarantineDamaged()
            try transaction.dropBrokenEvents()
            try transaction.note(JournalEvent(.repaired, number: UInt64(moved)))
            return Repair(quarantinedCount: moved, removedSlots: removed)
        } beginning: { (store) throws(VaultError) in
            let keys = try readingKeys(for: store)
            try store.rebuildIndex()
            let known = (try? Manifest(reading: store, with: keys))?.sequence
            return VaultTransaction(store, keys: keys, manifest: try Manifest(rebuilding: store, keys: keys, sequence: known ?? 0))
        }
        try takeUpKeys()
        return found
    }

    /// Deletes the records in quarantine for good, and returns how many there were.
    ///
    /// Flushes to the disk.
    @discardableResult
    public func clearQuarantine() throws(VaultError) -> Int {
        let count = try transact { (transaction) throws(VaultError) in
            var count = 0
            try transaction.store.forEachQuarantined { _ in count += 1 }
            try transaction.store.clearQuarantine()
            return count
        }
        store.purge()
        return count
    }
}

extension Manifest {
    /// What a manifest over the rows as they are would say.
    ///
    /// It goes on from the greatest number that anything readable names, so that no write's number comes twice.
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
    /// The chain of the events after the last break.
    fileprivate init(rebuilding store: any StoreAccess, keys: AuditKeys) throws(VaultError) {
        self = .empty
        let seal = JournalSeal(keys: keys)
        try store.forEachEvent { stored in
            let opened = seal.open(stored)
            let goesOn = opened.map { stored.number == next && $0.previous == head } ?? false
            if !goesOn { first = opened == nil ? stored.number + 1 : stored.number }
            next = stored.number + 1
            head = opened.map { Self.link(of: stored, after: $0.previous) } ?? Self.empty.head
        }
    }
}

extension VaultTransaction {
    fileprivate mutating func quarantineDamaged() throws(VaultError) -> Int {
        var damaged: [(Int64, StoredRecord)] = []
        let seal = seal
        try store.forEachRow { row, record in
            if seal.isDamaged(record) { damaged.append((row, record)) }
        }
        for (row, record) in damaged { try quarantine(record, row: row) }
        return damaged.count
    }

    /// Keeps only the slot that opened the vault and the epochs that open, where the header is not as it was written.
    fileprivate mutating func repairHeader() throws(VaultError) -> [Int64] {
        guard try !Header.Authenticated(store).isAuthentic(under: keys.root) else { return [] }
        guard let slot = keys.slot else { throw Header.damaged }
        var removed: [Int64] = []
        for stored in try store.slots() where stored.number != slot {
            try store.removeSlot(stored.number)
            try note(JournalEvent(.slotRemoved, number: UInt64(clamping: stored.number)))
            removed.append(stored.number)
        }
        for number in try store.epochs().map(\.number) where keys.content[number] == nil || keys.audit.metadata[number] == nil {
            try store.removeEpoch(number)
        }
        try Header.rewrite(in: store, keys: keys)
        return removed
    }
}

extension RecordSeal {
    /// False for records of a later version, whose bodies nobody here can judge.
    fileprivate func isDamaged(_ record: StoredRecord) -> Bool {
        do throws(VaultError) {
            try checkBody(of: record, kind: try metadata(of: record).kind)
            return false
        } catch { return error.code != .newerFormat }
    }
}
