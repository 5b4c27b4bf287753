import CCurl

/// A thread for one piece of work that blocks.
///
/// Neither Swift's pool nor Dispatch's serves: both share their threads with code that must not wait, and Dispatch adds
/// one thread a second when the ones it has are blocked.
package enum DedicatedThread {
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    /// Runs `body` on a thread of its own; false where the system has none left.
    package static func run(_ body: @escaping @Sendable () -> Void) -> Bool {
        let work = unsafe Unmanaged.passRetained(Work(body))
        let status = unsafe sv_start_thread(
            { context in
                guard let context = unsafe context else { return nil }
                unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
                return nil
            }, work.toOpaque())
        if status != 0 { unsafe work.release() }
        return status == 0
    }
}
