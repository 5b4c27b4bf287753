import Sealing

/// Holds calls back by name, and lets them on when a test says so, in any order.
package final class Turnstile: Sendable {
    private struct State {
        var held: Set<String> = []
        var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]
        var observers: [(name: String, count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Lock(State())

    package init() {}

    /// Makes calls of that name wait from now on.
    package func hold(_ name: String) {
        state.withLock { _ = $0.held.insert(name) }
    }

    /// Where a call goes through; heeds no cancellation.
    package func pass(_ name: String) async {
        await withCheckedContinuation { continuation in
            let (goesOn, observers) = state.withLock { state -> (Bool, [CheckedContinuation<Void, Never>]) in
                guard state.held.contains(name) else { return (true, []) }
                state.waiting[name, default: []].append(continuation)
                let count = state.waiting[name]?.count ?? 0
                let reached = state.observers.filter { $0.name == name && $0.count <= count }
                state.observers.removeAll { $0.name == name && $0.count <= count }
                return (false, reached.map(\.continuation))
            }
            if goesOn { continuation.resume() }
            for observer in observers { observer.resume() }
        }
    }

    /// Waits until that many calls of the name wait.
    package func arrivals(of name: String, _ count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                guard state.waiting[name]?.count ?? 0 < count else { return true }
                state.observers.append((name, count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    /// Lets the call of that name on which came first, or with `last` the one which came last; later ones still wait.
    package func letOn(_ name: String, last: Bool = false) {
        let continuation = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard var waiting = state.waiting[name], !waiting.isEmpty else { return nil }
            let continuation = last ? waiting.removeLast() : waiting.removeFirst()
            state.waiting[name] = waiting
            return continuation
        }
        continuation?.resume()
    }

    /// Lets all calls of that name on, now and later.
    package func open(_ name: String) {
        let waiting = state.withLock { state in
            state.held.remove(name)
            return state.waiting.removeValue(forKey: name) ?? []
        }
        for continuation in waiting { continuation.resume() }
    }
}
