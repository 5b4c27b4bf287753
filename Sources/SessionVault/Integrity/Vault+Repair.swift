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
    /// Records that do not open are moved to the quarantine, which keeps them for a recovery; so are all but the newest of a
    /// name that got several through a damaged index. The manifest is made anew over the others, and so what was deleted or
    /// put back unseen counts as accepted. Where key slots or epochs were not as they were written, only the slot that opened
    /// the vault stays. The journal keeps what stands after the last break in its chain, and notes the repair. One durable
    /// transaction.
    ///
    /// - Throws: ``VaultError/Code/tampered`` where the file's pages are damaged: then only a backup helps.
    @discardableResult
    public func repair() throws(VaultError) -> Repair {
        var renewed: Keyring?
        var doubled = 0
        let anchored = try freshness?.newest(of: vaultID)?.sequence ?? 0
        let found = try commit { (transaction) throws(VaultError) in
            let removed = try transaction.repairHeader()
            renewed = transaction.keys
            let moved = try transaction.quarantineDamaged()
            try transaction.dropBrokenEvents()
            try transaction.note(JournalEvent(.repaired, number: UInt64(moved + doubled)))
            return Repair(quarantinedCount: moved + doubled, removedSlots: removed)
        } beginning: { (store) throws(VaultError) in
            let keys = try KeyRepair(of: store, known: try unlockedKeys()).keys
            let seal = RecordSeal(keys: keys)
            doubled = try store.rebuildIndex { !seal.isDamaged($0) }
            let manifest = try Manifest(rebuilding: store, keys: keys, anchored: anchored)
            return VaultTransaction(store, keys: keys, manifest: manifest)
        }
        if let renewed { adopt(renewed) }
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

    /// Writes slots and epochs as the repaired keys have them, where the header is not as it was written.
    ///
    /// Only the slot that opened the vault is proved, so the others go.
    fileprivate mutating func repairHeader() throws(VaultError) -> [Int64] {
        guard try !Header.Authenticated(store).isAuthentic(under: keys.root) else { return [] }
        var removed: [Int64] = []
        for stored in try store.slots() where stored.number != keys.slot?.number {
            try store.removeSlot(stored.number)
            try note(JournalEvent(.slotRemoved, number: UInt64(clamping: stored.number)))
            removed.append(stored.number)
        }
        for epoch in try store.epochs() { try store.removeEpoch(epoch.number) }
        for (number, content) in keys.content {
            guard let metadata = keys.audit.metadata[number] else { continue }
            try store.addEpoch(
                Epoch.wrap(
                    number: number, content: content.key, metadata: metadata.key, vaultID: keys.vaultID,
                    root: keys.root))
        }
        try Header.rewrite(in: store, keys: keys)
        // What can't be opened strictly must not be made authentic.
        keys = try Keyring(
            root: keys.root.copy(), vaultID: keys.vaultID, epochs: try store.epochs(),
            headerTag: try store.header().mac, slot: keys.slot)
        return removed
    }
}

extension RecordSeal {
    /// False for records of a later version, whose bodies nobody here can judge.
    fileprivate func isDamaged(_ record: StoredRecord) -> Bool {
        do throws(VaultError) {
            return !isBodyAuthentic(of: record, kind: try metadata(of: record).kind)
        } catch { return error.code != .newerFormat }
    }
}
