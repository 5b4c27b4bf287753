import Dispatch
import Sealing

/// Runs asynchronous work from the command's one thread, which waits.
///
/// Commands without network never start the pool.
enum Blocking {
    static func run<R: Sendable, E: Error>(_ body: @escaping @Sendable () async throws(E) -> R) throws(E) -> R {
        let outcome = Outcome<R, E>()
        Task.detached {
            do throws(E) { outcome.set(.success(try await body())) } catch { outcome.set(.failure(error)) }
        }
        return try outcome.wait().get()
    }

    private final class Outcome<R: Sendable, E: Error>: Sendable {
        private let result = Lock<Result<R, E>?>(nil)
        private let isSet = DispatchSemaphore(value: 0)

        func set(_ result: Result<R, E>) {
            self.result.withLock { $0 = result }
            isSet.signal()
        }

        func wait() -> Result<R, E> {
            isSet.wait()
            guard let result = result.withLock({ $0 }) else { preconditionFailure("signalled without a result") }
            return result
        }
    }
}

/// Hands one value that can't be copied to asynchronous work.
final class Handover<Value: ~Copyable & Sendable>: Sendable {
    private let value: Lock<Value?>

    init(_ value: consuming Value) {
        self.value = Lock(value)
    }

    /// Returns the value the first time, and nil afterwards.
    func take() -> Value? {
        value.withLock { $0.take() }
    }
}
