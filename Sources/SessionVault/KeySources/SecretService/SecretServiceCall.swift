#if SecretService
    import CSecret

    /// One call to the Secret Service on a thread of its own, so that no bus can hold the caller for longer than a bound.
    enum SecretServiceCall {
        typealias Work =
            @Sendable (UnsafeMutablePointer<SecretService>, UnsafeMutablePointer<GCancellable>) -> cs_result

        /// What a call leaves, where the caller may have gone.
        ///
        /// Unchecked: GLib's object takes calls from any thread.
        @safe
        private final class Outcome: @unchecked Sendable {
            let cancellable = unsafe g_cancellable_new()
            private let result = Lock<cs_result?>(nil)
            private let done = Condition()

            func run(_ work: Work) {
                var service: UnsafeMutablePointer<SecretService>?
                guard let cancellable = unsafe cancellable else { return }
                var result = unsafe cs_connect(cancellable, &service)
                if let service = unsafe service {
                    result = unsafe work(service, cancellable)
                    unsafe g_object_unref(service)
                }
                self.result.withLock { $0 = result }
                done.wakeAll()
            }

            func wait(seconds: Int) -> cs_result {
                let result = result.withLock(
                    once: { $0 != nil }, by: done, until: .after(.seconds(seconds)), do: { result, _ in result })
                if result == nil { unsafe g_cancellable_cancel(cancellable) }
                return result ?? cs_unavailable
            }

            deinit {
                if let cancellable = unsafe cancellable { unsafe g_object_unref(cancellable) }
            }
        }

        /// Runs `work` with a connection; a call that is given up ends later, by itself.
        static func run(seconds: Int, _ work: @escaping Work) -> cs_result {
            let outcome = Outcome()
            guard DedicatedThread.run({ unsafe outcome.run(work) }) else { return cs_failed }
            return outcome.wait(seconds: seconds)
        }
    }
#endif
