import Sealing

/// A store in memory, for tests: what a store has to keep, without a file.
package final class MemoryStore: RecordStore {
    private let state = Lock(MemoryState())

    /// Makes an empty store.
    package init() {}

    package func read<R: ~Copyable>(_ body: (any StoreAccess) throws(VaultError) -> R) throws(VaultError) -> R {
        try state.withLock { (state) throws(VaultError) in try body(MemoryAccess(state)) }
    }

    package func snapshot<R: ~Copyable>(_ body: (any StoreAccess) throws(VaultError) -> R) throws(VaultError) -> R {
        try read(body)
    }

    package func write<R: ~Copyable>(_ body: (any StoreWriter) throws(VaultError) -> R) throws(VaultError) -> R {
        try state.withLock { (state) throws(VaultError) in
            let access = MemoryAccess(state)
            let result = try body(access)
            state = access.state
            return result
        }
    }

    package func purge() {}

    package func foreignChanges() throws(VaultError) -> Int64 { 0 }
}

/// What a store in memory holds.
struct MemoryState: Sendable {
    var header: StoredHeader?
    var slots: [StoredSlot] = []
    var lastSlot: Int64 = 0
    var epochs: [UInt32: Epoch.Wrapped] = [:]
    var manifest: [UInt8]?
    var records: [(row: Int64, record: StoredRecord)] = []
    var lastRow: Int64 = 0
    var quarantine: [StoredRecord] = []
    var events: [StoredEvent] = []
}
