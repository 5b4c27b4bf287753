import Sealing
import SessionVault

/// A store in memory whose writes fail when a test says so.
final class FaultyStore: RecordStore {
    private let store = MemoryStore()
    private let count = Lock(0)
    private let fault = Lock<(after: Int, VaultError)?>(nil)
    private let single = Lock<VaultError?>(nil)

    /// Lets that many writes through, and fails all later ones; nil mends it.
    func fail(after count: Int, with error: VaultError?) {
        fault.withLock { $0 = error.map { (count, $0) } }
    }

    /// Fails the next write alone.
    func failNext(with error: VaultError) {
        single.withLock { $0 = error }
    }

    /// How many writes there were.
    var writes: Int { count.withLock(\.self) }

    func read<R: ~Copyable>(_ body: (any StoreAccess) throws(VaultError) -> R) throws(VaultError) -> R {
        try store.read(body)
    }

    func snapshot<R: ~Copyable>(_ body: (any StoreAccess) throws(VaultError) -> R) throws(VaultError) -> R {
        try store.snapshot(body)
    }

    func write<R: ~Copyable>(_ body: (any StoreWriter) throws(VaultError) -> R) throws(VaultError) -> R {
        if let error = single.withLock({ $0.take() }) { throw error }
        let error = fault.withLock { fault -> VaultError? in
            guard let (count, error) = fault else { return nil }
            guard count > 0 else { return error }
            fault = (count - 1, error)
            return nil
        }
        if let error { throw error }
        count.withLock { $0 += 1 }
        return try store.write(body)
    }

    func purge() {}
    func foreignChanges() throws(VaultError) -> Int64 { 0 }
}
