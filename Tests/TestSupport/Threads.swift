import Glibc

/// Threads of the operating system's own, for tests in which the tasks of a small pool would not get into each other's
/// way.
package enum Threads {
    /// Runs `body` on `count` threads at once, each with its number, and returns when all are done.
    package static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let threads = (0..<count).map { number in start { body(number) } }
        for thread in threads { pthread_join(thread, nil) }
    }

    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    private static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t {
        let work = unsafe Unmanaged.passRetained(Work(body)).toOpaque()
        var thread = pthread_t()
        let status = unsafe pthread_create(
            &thread, nil,
            { work in
                if let work = unsafe work { unsafe Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
                return nil
            }, work)
        precondition(status == 0, "the system gave no thread")
        return thread
    }
}
