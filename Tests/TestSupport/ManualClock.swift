import Sealing

/// A clock that stands still until a test moves it.
package final class ManualClock: Clock, Sendable {
    package struct Instant: InstantProtocol {
        package let offset: Duration

        package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        package func duration(to other: Instant) -> Duration { other.offset - offset }
        package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct Observer {
        let count: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var sleepers: [UInt64: Sleeper] = [:]
        var cancelled: Set<UInt64> = []
        var next: UInt64 = 0
        /// Everything that was ever slept for, in order.
        var requests: [Duration] = []
        var observers: [UInt64: Observer] = [:]
    }

    private let state = Lock(State())

    package init() {}

    package var now: Instant { state.withLock(\.now) }
    package let minimumResolution = Duration.zero

    /// How long each sleep so far was asked to be.
    package var requests: [Duration] { state.withLock(\.requests) }

    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let number = state.withLock { state in
            state.next += 1
            state.requests.append(state.now.duration(to: deadline))
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                begin(Sleeper(deadline: deadline, continuation: continuation), number)
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                state.cancelled.insert(number)
                return state.sleepers.removeValue(forKey: number)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Moves the clock and wakes whoever has slept long enough.
    package func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for number in due.keys { state.sleepers[number] = nil }
            return due.values.sorted { $0.deadline < $1.deadline }
        }
        for sleeper in woken { sleeper.continuation.resume() }
    }

    /// How long the last of those who sleep now still sleeps.
    package var longestSleep: Duration {
        state.withLock { state in
            state.sleepers.values.map { state.now.duration(to: $0.deadline) }.max() ?? .zero
        }
    }

    /// Waits until that many sleep at once, or the task is cancelled.
    package func sleepers(_ count: Int) async {
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isThere = state.withLock { state in
                    guard state.sleepers.count < count, !state.cancelled.contains(number) else { return true }
                    state.observers[number] = Observer(count: count, continuation: continuation)
                    return false
                }
                if isThere { continuation.resume() }
            }
        } onCancel: {
            let observer = state.withLock { state in
                state.cancelled.insert(number)
                return state.observers.removeValue(forKey: number)
            }
            observer?.continuation.resume()
        }
    }

    private func begin(_ sleeper: Sleeper, _ number: UInt64) {
        enum Outcome { case sleeps, isDue, isCancelled }
        let (outcome, observers) = state.withLock { state -> (Outcome, [CheckedContinuation<Void, Never>]) in
            guard !state.cancelled.contains(number) else { return (.isCancelled, []) }
            guard sleeper.deadline > state.now else { return (.isDue, []) }
            state.sleepers[number] = sleeper
            let reached = state.observers.filter { $0.value.count <= state.sleepers.count }
            for number in reached.keys { state.observers[number] = nil }
            return (.sleeps, reached.values.map(\.continuation))
        }
        switch outcome {
        case .sleeps: break
        case .isDue: sleeper.continuation.resume()
        case .isCancelled: sleeper.continuation.resume(throwing: CancellationError())
        }
        for observer in observers { observer.resume() }
    }
}
