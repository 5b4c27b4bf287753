#if SecretService
    import CSecret

    /// One call to the Secret Service on a thread of its own, so that no bus can hold the caller for longer than a bound.
    enum SecretServiceCall {
        typealias Work =
            @Sendable (UnsafeMutablePointer<SecretService>, UnsafeMutablePointer<GCancellable>) -> cs_result

        /// Unchecked: GLib's object takes calls from any thread.
        @safe
        private final class Cancellable: @unchecked Sendable {
            let object = unsafe g_cancellable_new()

            deinit {
                if let object = unsafe object { unsafe g_object_unref(object) }
            }
        }

        /// Runs `work` with a connection; a call that is given up ends later, by itself.
        static func run(seconds: Int, _ work: @escaping Work) -> cs_result {
            let cancellable = Cancellable()
            let result = BoundedCall.run(seconds: seconds) { () -> cs_result in
                var service: UnsafeMutablePointer<SecretService>?
                guard let cancellable = unsafe cancellable.object else { return cs_failed }
                var result = unsafe cs_connect(cancellable, &service)
                if let service = unsafe service {
                    result = unsafe work(service, cancellable)
                    unsafe g_object_unref(service)
                }
                return result
            }
            if result == nil { unsafe g_cancellable_cancel(cancellable.object) }
            return result ?? cs_unavailable
        }
    }
#endif
