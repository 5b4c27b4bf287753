import CSodium

/// Memory from `sodium_malloc`: it ends at a guard page, is kept out of core dumps, and is locked where that is allowed.
enum GuardedRegion {
    /// Memory of `size` bytes.
    ///
    /// `sodium_malloc` goes on without locking where `RLIMIT_MEMLOCK` forbids it; asking for the lock once more tells
    /// whether it did.
    static func allocate(_ size: Int) -> (base: UnsafeMutableRawPointer, isLocked: Bool) {
        _ = Sodium.ready
        guard let base = unsafe sodium_malloc(size) else {
            preconditionFailure("the system has no memory left for secrets")
        }
        return unsafe (base, sodium_mlock(base, size) == 0)
    }

    /// Wipes the memory and gives it back to the system.
    static func free(_ base: UnsafeMutableRawPointer) {
        unsafe sodium_free(base)
    }

    /// Overwrites `count` bytes with zeros; the optimiser does not remove it.
    static func wipe(_ address: UnsafeMutableRawPointer, _ count: Int) {
        unsafe sodium_memzero(address, count)
    }
}
