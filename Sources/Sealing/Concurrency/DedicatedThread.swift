import Glibc

/// A thread for one piece of work that blocks.
///
/// Neither Swift's pool nor Dispatch's serves: both share their threads with code that must not wait, and Dispatch adds
/// one thread a second when the ones it has are blocked. All signals are blocked in it: handlers stay with the program's own
/// threads, and a connection that a server closes raises no SIGPIPE from inside a library.
package enum DedicatedThread {
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    private static let stackSize = 1 << 20

    /// Runs `body` on a thread of its own; false where the system has none left.
    package static func run(_ body: @escaping @Sendable () -> Void) -> Bool {
        let work = unsafe Unmanaged.passRetained(Work(body))
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        defer { unsafe pthread_attr_destroy(&attributes) }
        unsafe pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
        unsafe pthread_attr_setstacksize(&attributes, stackSize)
        var all = sigset_t()
        var before = sigset_t()
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
        var thread = pthread_t()
        let status = unsafe pthread_create(
            &thread, &attributes,
            { context in
                guard let context = unsafe context else { return nil }
                unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
                return nil
            }, work.toOpaque())
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
        if status != 0 { unsafe work.release() }
        return status == 0
    }
}
