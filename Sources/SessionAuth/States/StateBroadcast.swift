import Sealing

/// The current state, and everyone who watches it.
final class StateBroadcast: Sendable {
    private struct Watchers {
        var state = AuthState.signedOut(.initial)
        var continuations: [UInt64: AsyncStream<AuthState>.Continuation] = [:]
        var next: UInt64 = 0
    }

    private let watchers = Lock(Watchers())

    deinit {
        for continuation in watchers.withLock(\.continuations.values) { continuation.finish() }
    }

    var state: AuthState { watchers.withLock { $0.state } }

    /// Both this and ``stream()`` hand states over under the lock, so that every watcher sees them in one order.
    func send(_ state: AuthState) {
        watchers.withLock { watchers in
            watchers.state = state
            for continuation in watchers.continuations.values { continuation.yield(state) }
        }
    }

    /// The current state, and every later one; it ends with this object.
    func stream() -> AsyncStream<AuthState> {
        AsyncStream { continuation in
            let number = watchers.withLock { watchers in
                watchers.next += 1
                watchers.continuations[watchers.next] = continuation
                continuation.yield(watchers.state)
                return watchers.next
            }
            continuation.onTermination = { [weak self] _ in
                self?.watchers.withLock { _ = $0.continuations.removeValue(forKey: number) }
            }
        }
    }
}
