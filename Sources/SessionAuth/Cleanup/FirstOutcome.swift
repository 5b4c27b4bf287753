import Sealing

/// The first of several outcomes; the others are dropped, and nobody waits for whoever brings them.
final class FirstOutcome: Sendable {
    private struct State {
        var outcome: CleanupOutcome?
        var waiter: CheckedContinuation<CleanupOutcome, Never>?
    }

    private let state = Lock(State())

    func settle(_ outcome: CleanupOutcome) {
        let waiter = state.withLock { state -> CheckedContinuation<CleanupOutcome, Never>? in
            guard state.outcome == nil else { return nil }
            state.outcome = outcome
            return state.waiter.take()
        }
        waiter?.resume(returning: outcome)
    }

    /// Waits for the outcome; for one caller alone.
    func wait() async -> CleanupOutcome {
        await withCheckedContinuation { continuation in
            let outcome = state.withLock { state -> CleanupOutcome? in
                if state.outcome == nil { state.waiter = continuation }
                return state.outcome
            }
            if let outcome { continuation.resume(returning: outcome) }
        }
    }
}
