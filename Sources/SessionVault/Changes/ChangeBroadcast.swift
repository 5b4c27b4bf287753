import Sealing

/// Tells observers that a vault has changed, by this process or another.
///
/// Another process's writes are looked for four times a second, and only while somebody observes.
final class ChangeBroadcast: Sendable {
    private struct State {
        var observers: [UInt64: AsyncStream<VaultChange>.Continuation] = [:]
        var watch: Task<Void, Never>?
    }

    private static let interval = Duration.milliseconds(250)

    private let store: any RecordStore
    private let queue: VaultQueue
    private let state = Lock(State())

    init(store: any RecordStore, queue: VaultQueue) {
        self.store = store
        self.queue = queue
    }

    deinit {
        state.withLock { state in
            state.watch?.cancel()
            for observer in state.observers.values { observer.finish() }
        }
    }

    /// Tells every observer of a write of this process.
    func announce() {
        tell(VaultChange(isForeign: false))
    }

    /// A stream of changes; a change that comes before the last one was taken replaces it.
    func stream(clock: some Clock<Duration>) -> AsyncStream<VaultChange> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let id = RandomBytes.number()
            // What other processes write from now on counts, so the count is taken before anybody waits.
            let seen = try? store.foreignChanges()
            state.withLock { state in
                state.observers[id] = continuation
                if state.watch == nil { state.watch = watch(from: seen, clock: clock) }
            }
            continuation.onTermination = { [weak self] _ in self?.remove(id) }
        }
    }

    private func remove(_ id: UInt64) {
        let idle = state.withLock { state in
            state.observers[id] = nil
            guard state.observers.isEmpty else { return Task<Void, Never>?.none }
            defer { state.watch = nil }
            return state.watch
        }
        idle?.cancel()
    }

    private func tell(_ change: VaultChange) {
        let observers = state.withLock { Array($0.observers.values) }
        for observer in observers { observer.yield(change) }
    }

    /// Looks on the vault's own queue, since looking may wait for a write of this process.
    private func watch(from seen: Int64?, clock: some Clock<Duration>) -> Task<Void, Never> {
        Task { [weak self, queue, store] in
            var seen = seen
            while (try? await clock.sleep(for: Self.interval)) != nil {
                let current = try? await queue.run { () throws(VaultError) in try store.foreignChanges() }
                guard let current else { continue }
                if current != seen {
                    seen = current
                    self?.tell(VaultChange(isForeign: true))
                }
                if self == nil { return }
            }
        }
    }
}
