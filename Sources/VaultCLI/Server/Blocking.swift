import CLinux
import Dispatch
import Glibc
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

    /// As ``run(_:)``, and cancels the work at the first signal that would end the command.
    ///
    /// - Parameter givenUp: called once the cancelled work is over, before the signal ends the command.
    static func runInterruptibly<R: Sendable, E: Error>(
        givenUp: () -> Void, _ body: @escaping @Sendable () async throws(E) -> R
    ) throws(E) -> R {
        var ends: [CInt] = [-1, -1]
        guard unsafe cl_pipe(&ends) == 0 else { return try run(body) }
        let (finished, finish) = (ends[0], ends[1])
        defer { close(finished) }
        // Whatever thread the work runs on has these signals blocked: only this one has them.
        let signals = SignalWait([SIGINT, SIGTERM, SIGHUP])
        let outcome = Outcome<R, E>()
        let work = Task.detached {
            defer { close(finish) }
            do throws(E) { outcome.set(.success(try await body())) } catch { outcome.set(.failure(error)) }
        }
        let wasInterrupted = signals.arrive(beforeInputAt: finished)
        if wasInterrupted { work.cancel() }
        let result = outcome.wait()
        guard wasInterrupted, case .failure = result else { return try result.get() }
        givenUp()
        signals.deliver()
        return try result.get()
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
