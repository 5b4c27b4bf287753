import Sealing

@testable import SessionVault

/// A store in memory that counts what it is asked, and whose stamp is the count of its writes.
final class CountingStore: RecordStore {
    private let store = MemoryStore()
    private let counts = Lock((reads: 0, writes: 0))

    var reads: Int { counts.withLock { $0.reads } }

    func read<R: ~Copyable>(_ body: (any StoreAccess) throws(VaultError) -> R) throws(VaultError) -> R {
        counts.withLock { $0.reads += 1 }
        return try store.read(body)
    }

    func snapshot<R: ~Copyable>(_ body: (any StoreAccess) throws(VaultError) -> R) throws(VaultError) -> R {
        counts.withLock { $0.reads += 1 }
        return try store.snapshot(body)
    }

    func write<R: ~Copyable>(_ body: (any StoreWriter) throws(VaultError) -> R) throws(VaultError) -> R {
        counts.withLock { $0.writes += 1 }
        return try store.write(body)
    }

    func purge() {}
    func foreignChanges() throws(VaultError) -> Int64 { 0 }

    func stamp() -> StoreStamp? {
        StoreStamp(words: [6 of UInt64](repeating: UInt64(counts.withLock { $0.writes })))
    }
}
