import Glibc
import Synchronization

/// Counts how often this process came to be by `fork` since it first asked.
///
/// A connection to SQLite must not be shared by a process and its child, so a store remembers the count and refuses in the
/// child; nor has the child its parent's threads.
package enum ForkWatch {
    private static let count = Atomic<UInt64>(0)
    private static let isWatching = pthread_atfork(nil, nil, { ForkWatch.count.add(1, ordering: .relaxed) }) == 0

    /// How often so far.
    package static var generation: UInt64 {
        _ = isWatching
        return count.load(ordering: .relaxed)
    }
}
