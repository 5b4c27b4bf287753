import Glibc
import Sealing

/// The queues whose lines a normal end of the process waits for.
enum LiveQueues {
    /// How long it waits, for all of them together.
    static let bound = Duration.seconds(1)

    private static let queues = Lock<[LineQueue]>([])
    private static let isRegistered = atexit { LiveQueues.flush() } == 0
    /// A child that was forked while a thread held a lock of these could neither log nor end.
    private static let isForkSafe =
        pthread_atfork(
            { LiveQueues.queues.hold { queues in for queue in queues { queue.hold() } } },
            { LiveQueues.queues.release(after: { queues in for queue in queues { queue.release() } }) },
            { LiveQueues.queues.renew(after: { queues in for queue in queues { queue.renew() } }) }) == 0

    static func add(_ queue: LineQueue) {
        // Watching has to begin before a fork can: it can't while a queue is held.
        _ = ForkWatch.generation
        _ = isRegistered && isForkSafe
        queues.withLock { $0.append(queue) }
    }

    static func remove(_ queue: LineQueue) {
        queues.withLock { queues in queues.removeAll { $0 === queue } }
    }

    private static func flush() {
        let deadline = Deadline.after(bound)
        for queue in queues.withLock({ $0 }) { _ = queue.flush(until: deadline) }
    }
}
