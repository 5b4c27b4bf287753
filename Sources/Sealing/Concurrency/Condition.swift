import Glibc

/// What threads wait for that wait for a ``Lock``'s value to change.
@safe
package struct Condition: ~Copyable, @unchecked Sendable {
    let condition: UnsafeMutablePointer<pthread_cond_t>

    package init() {
        unsafe condition = .allocate(capacity: 1)
        unsafe Self.initialize(condition)
    }

    static func initialize(_ condition: UnsafeMutablePointer<pthread_cond_t>) {
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        let failure = unsafe pthread_cond_init(condition, &attributes)
        precondition(failure == 0, "a condition of the calling process can be made")
        unsafe pthread_condattr_destroy(&attributes)
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe condition.deallocate()
    }

    /// Wakes all threads that wait.
    package func wakeAll() {
        unsafe pthread_cond_broadcast(condition)
    }
}

/// A point of the system's monotonic clock.
package struct Deadline: Sendable {
    fileprivate var time = timespec()

    /// As far from now as `duration` says, in nanoseconds.
    package static func after(_ duration: Duration) -> Deadline {
        var deadline = Deadline()
        unsafe clock_gettime(CLOCK_MONOTONIC, &deadline.time)
        let (seconds, attoseconds) = max(duration, .zero).components
        let nanoseconds = deadline.time.tv_nsec + Int(attoseconds / 1_000_000_000)
        deadline.time.tv_sec += Int(min(seconds, 1 << 40)) + nanoseconds / 1_000_000_000
        deadline.time.tv_nsec = nanoseconds % 1_000_000_000
        return deadline
    }
}

extension Lock where Value: ~Copyable {
    /// Waits for the lock, and then for `isMet` to hold, at most until `deadline` (nil: for ever); `body` learns whether it does.
    ///
    /// Whoever changes the value wakes those who wait for `condition`.
    package func withLock<Result: ~Copyable>(
        once isMet: (borrowing Value) -> Bool, by condition: borrowing Condition, until deadline: Deadline?,
        do body: (inout sending Value, Bool) -> sending Result
    ) -> sending Result {
        let failure = unsafe pthread_mutex_lock(mutex)
        precondition(failure == 0, "a thread takes a lock once")
        defer { unsafe pthread_mutex_unlock(mutex) }
        var isLate = false
        var time = deadline?.time
        while unsafe !isMet(value.pointee), !isLate {
            if var limit = time {
                isLate = unsafe pthread_cond_timedwait(condition.condition, mutex, &limit) == ETIMEDOUT
                time = limit
            } else {
                unsafe pthread_cond_wait(condition.condition, mutex)
            }
        }
        let holds = unsafe isMet(value.pointee)
        return unsafe body(&value.pointee, holds)
    }
}
