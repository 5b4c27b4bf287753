package import Glibc

/// A value that one thread at a time can reach.
///
/// It has the shape of `Synchronization.Mutex` and is a POSIX mutex, since ThreadSanitizer knows these: it finds races
/// and locks that are taken in different orders, where it reports false races around the other. A thread that takes a
/// lock it already holds ends the process instead of waiting for itself.
@safe
package struct Lock<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
    @usableFromInline let value: UnsafeMutablePointer<Value>

    package init(_ initial: consuming sending Value) {
        unsafe mutex = .allocate(capacity: 1)
        unsafe value = .allocate(capacity: 1)
        unsafe value.initialize(to: initial)
        unsafe Self.initialize(mutex)
    }

    static func initialize(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) {
        var attributes = pthread_mutexattr_t()
        unsafe pthread_mutexattr_init(&attributes)
        unsafe pthread_mutexattr_settype(&attributes, CInt(PTHREAD_MUTEX_ERRORCHECK))
        let failure = unsafe pthread_mutex_init(mutex, &attributes)
        precondition(failure == 0, "a mutex of the calling process can be made")
        unsafe pthread_mutexattr_destroy(&attributes)
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe value.deinitialize(count: 1)
        unsafe value.deallocate()
        unsafe mutex.deallocate()
    }

    /// Waits for the lock, holds it while `body` works on the value, and gives it back.
    @inlinable
    package func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        let failure = unsafe pthread_mutex_lock(mutex)
        precondition(failure == 0, "a thread takes a lock once")
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try unsafe body(&value.pointee)
    }
}
