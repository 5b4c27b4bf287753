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
}

/// What can be read from a store.
package protocol StoreAccess {
    func header() throws(VaultError) -> StoredHeader
    func slots() throws(VaultError) -> [StoredSlot]
    func epochs() throws(VaultError) -> [Epoch.Wrapped]
    func manifest() throws(VaultError) -> [UInt8]
    func record(named name: [UInt8]) throws(VaultError) -> StoredRecord?
    func recordCount() throws(VaultError) -> Int
    /// Records of older epochs, by position, after `position`.
    func records(before epoch: UInt32, after position: Int64, atMost limit: Int) throws(VaultError)
        -> [(Int64, StoredRecord)]
    func forEachRecord(_ body: (StoredRecord) throws(VaultError) -> Void) throws(VaultError)
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
    func removeRecord(named name: [UInt8]) throws(VaultError)
}

/// The vault's one header row.
package struct StoredHeader: Sendable, Equatable {
    package let vaultID: [UInt8]
    package let created: Int64
    package let mac: [UInt8]
}

/// One key slot's row.
package struct StoredSlot: Sendable, Equatable {
    package let number: Int64
    package let bytes: [UInt8]
}

/// One record's row: two sealed parts under a blinded name.
package struct StoredRecord: Sendable, Equatable {
    package let name: [UInt8]
    package let epoch: UInt32
    package let version: UInt64
    package let metadata: [UInt8]
    package let body: [UInt8]
}
