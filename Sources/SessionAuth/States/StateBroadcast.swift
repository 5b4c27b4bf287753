import Synchronization

/// The current state, and everyone who watches it.
final class StateBroadcast: Sendable {
    private struct Watchers {
        var state = AuthState.signedOut(.initial)
        var continuations: [UInt64: AsyncStream<AuthState>.Continuation] = [:]
        var next: UInt64 = 0
    }

    private let watchers = Mutex(Watchers())

    var state: AuthState { watchers.withLock { $0.state } }

    func send(_ state: AuthState) {
        let continuations = watchers.withLock { watchers in
            watchers.state = state
            return Array(watchers.continuations.values)
        }
        for continuation in continuations { continuation.yield(state) }
    }

    /// The current state, and every later one.
    func stream() -> AsyncStream<AuthState> {
        AsyncStream { continuation in
            let (number, state) = watchers.withLock { watchers in
                watchers.next += 1
                watchers.continuations[watchers.next] = continuation
                return (watchers.next, watchers.state)
            }
            continuation.yield(state)
            continuation.onTermination = { [weak self] _ in
                self?.watchers.withLock { _ = $0.continuations.removeValue(forKey: number) }
            }
        }
    }
}
