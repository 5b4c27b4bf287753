/// One piece of work on a thread of its own, so that whatever it waits for can't hold the caller for longer than a bound.
enum BoundedCall {
    private final class Outcome<Value: ~Copyable & Sendable>: Sendable {
        let value = Lock<Value?>(nil)
        let done = Condition()
    }

    /// What `work` comes to, or nil where that takes longer or the system has no thread left.
    ///
    /// Work that is given up ends later, by itself.
    static func run<Value: ~Copyable & Sendable>(
        seconds: Int, _ work: @escaping @Sendable () -> sending Value
    ) -> Value? {
        let outcome = Outcome<Value>()
        let isRunning = DedicatedThread.run {
            var value: Value? = work()
            outcome.value.withLock { $0 = value.take() }
            outcome.done.wakeAll()
        }
        guard isRunning else { return nil }
        return outcome.value.withLock(
            once: { $0 != nil }, by: outcome.done, until: .after(.seconds(seconds)), do: { value, _ in value.take() })
    }
}
