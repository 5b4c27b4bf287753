import Glibc

/// For `pthread_atfork(3)`: the child of a fork has a lock as it was at that moment, and not the thread that held it or the
/// ones that waited.
extension Lock where Value: ~Copyable {
    /// Takes the lock before a fork, and holds it beyond `body`.
    package func hold(_ body: (borrowing Value) -> Void) {
        let failure = unsafe pthread_mutex_lock(mutex)
        precondition(failure == 0, "a thread takes a lock once")
        unsafe body(value.pointee)
    }

    /// Gives a held lock back, in the process that has forked.
    package func release(after body: (borrowing Value) -> Void) {
        unsafe body(value.pointee)
        unsafe pthread_mutex_unlock(mutex)
    }

    /// Makes a held lock anew and free, in the child.
    package func renew(after body: (inout Value) -> Void) {
        unsafe body(&value.pointee)
        unsafe Self.initialize(mutex)
    }
}

extension Condition {
    /// Forgets who waited, in the child of a fork.
    package func renew() { unsafe Self.initialize(condition) }
}
