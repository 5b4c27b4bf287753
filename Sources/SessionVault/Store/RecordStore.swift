/// Where sealed records are kept.
///
/// A store sees ciphertext and blinded names alone.
package protocol RecordStore: AnyObject, Sendable {
    /// Reads, each statement by itself.
    func read<R: ~Copyable>(_ body: (any StoreAccess) throws(VaultError) -> R) throws(VaultError) -> R

    /// Reads one consistent state.
    func snapshot<R: ~Copyable>(_ body: (any StoreAccess) throws(VaultError) -> R) throws(VaultError) -> R

    /// Reads and writes as one transaction. Where `body` throws, nothing is written; where this returns, what was written
    /// is durable. Waits at most ten seconds for another writer.
    func write<R: ~Copyable>(_ body: (any StoreWriter) throws(VaultError) -> R) throws(VaultError) -> R

    /// Makes what was deleted unrecoverable from the store's own journals, as far as other readers allow.
    func purge()

    /// A number that changes when another process, or another store on the same file, has written.
    func foreignChanges() throws(VaultError) -> Int64

    /// Tells at once, and whatever any other thread or process does, what the content is known by; nil where the store can't
    /// tell.
    func stamp() -> StoreStamp?
}

extension RecordStore {
    package func stamp() -> StoreStamp? { nil }
}

/// What can be read from a store.
package protocol StoreAccess {
    func header() throws(VaultError) -> StoredHeader
    func slots() throws(VaultError) -> [StoredSlot]
    func epochs() throws(VaultError) -> [Epoch.Wrapped]
    func manifest() throws(VaultError) -> [UInt8]
    func row(named name: [UInt8]) throws(VaultError) -> RecordRow?
    func recordCount() throws(VaultError) -> Int
    /// A batch of the records of older epochs, by row, from the row `position` on.
    func records(before epoch: UInt32, from position: Int64) throws(VaultError) -> [RecordRow]
    /// Every record with the number of its row, in the order of these.
    func forEachRow(_ body: (Int64, StoredRecord) throws(VaultError) -> Void) throws(VaultError)
    /// The index from names to rows, in its own order.
    func forEachIndexed(_ body: (Int64, [UInt8]) throws(VaultError) -> Void) throws(VaultError)
    /// Rows that were set aside since they did not open.
    func forEachQuarantined(_ body: (StoredRecord) throws(VaultError) -> Void) throws(VaultError)
    /// The epochs that records name, in quarantine too.
    func epochsInUse() throws(VaultError) -> Set<UInt32>
    func forEachEvent(_ body: (StoredEvent) throws(VaultError) -> Void) throws(VaultError)
}

extension StoreAccess {
    package func record(named name: [UInt8]) throws(VaultError) -> StoredRecord? { try row(named: name)?.record }

    package func forEachRecord(_ body: (StoredRecord) throws(VaultError) -> Void) throws(VaultError) {
        try forEachRow { (_, record) throws(VaultError) in try body(record) }
    }
}

/// What can be written to a store.
package protocol StoreWriter: StoreAccess {
    func setHeader(_ header: StoredHeader) throws(VaultError)
    func addSlot(_ bytes: [UInt8]) throws(VaultError)
    func removeSlot(_ number: Int64) throws(VaultError)
    func addEpoch(_ epoch: Epoch.Wrapped) throws(VaultError)
    func removeEpoch(_ number: UInt32) throws(VaultError)
    func setManifest(_ bytes: [UInt8]) throws(VaultError)
    func put(_ record: StoredRecord) throws(VaultError)
    /// Writes a record of the same name over the one in a row that this transaction has read.
    func replace(row: Int64, with record: StoredRecord) throws(VaultError)
    func removeRecord(named name: [UInt8]) throws(VaultError)
    /// Makes the index that leads from names to records anew.
    ///
    /// Of several records of one name, which only a damaged index lets in, the newest that is readable stays, and the others
    /// are moved to the quarantine; returns how many.
    func rebuildIndex(preferring isReadable: (StoredRecord) -> Bool) throws(VaultError) -> Int
    /// Moves the record in a row to the quarantine.
    func quarantine(row: Int64) throws(VaultError)
    func addQuarantined(_ record: StoredRecord) throws(VaultError)
    func removeQuarantined(named name: [UInt8]) throws(VaultError)
    func clearQuarantine() throws(VaultError)
    func addEvent(_ event: StoredEvent) throws(VaultError)
    func removeEvents(before number: UInt64) throws(VaultError)
    /// Removes all other events.
    func keepEvents(_ numbers: Range<UInt64>) throws(VaultError)
}
