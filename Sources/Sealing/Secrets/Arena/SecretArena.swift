import Glibc

/// The memory that all secrets of the process live in.
///
/// `sodium_malloc` gives guard pages, locking and exclusion from core dumps, but costs several system calls and a few
/// pages a value, and gives out after some 16,000 values. So the arena asks it for regions and keeps them: small values
/// share them as slots of one size (``SlotPool``), large ones get one each that is used again (``RegionCache``). Memory
/// is wiped the moment its value goes, and a canary beside each value is checked then.
package enum SecretArena {
    /// A piece of secret memory.
    ///
    /// It belongs to one ``SecretBytes``.
    @unsafe
    struct Slot {
        let address: UnsafeMutableRawPointer
        let count: Int
        /// Size of the region that the value has for itself, or nil where it stands in the pool.
        let regionSize: Int?
    }

    @unsafe
    private struct State: @unchecked Sendable {
        var pool = SlotPool()
        var cache = RegionCache()
        var isLocked = true

        /// A new region that no value has used.
        mutating func region(of size: Int) -> UnsafeMutableRawPointer {
            let region = unsafe GuardedRegion.allocate(size)
            if unsafe !region.isLocked { unsafe isLocked = false }
            return unsafe region.base
        }
    }

    private static let state: Lock<State> = {
        _ = isForkSafe
        return unsafe Lock(State())
    }()

    /// A child that was forked while another thread held the lock could hold no secret.
    ///
    /// Whoever holds a lock of their own while they make secrets, and holds it across a fork, asks for this first: what is
    /// registered last is held first.
    package static let isForkSafe: Bool =
        pthread_atfork(
            { unsafe state.hold { _ in } }, { unsafe state.release { _ in } },
            // The memory is there in the child, and no longer locked.
            { unsafe state.renew { state in unsafe state.isLocked = false } }) == 0

    /// Tells whether all secret memory so far could be locked against swapping.
    package static var isLockedInMemory: Bool {
        unsafe state.withLock { state in unsafe state.isLocked }
    }

    /// Memory for `count` bytes of any content.
    static func allocate(_ count: Int) -> Slot {
        precondition(count >= 0, "a secret has no negative size")
        guard let sizeClass = SlotPool.sizeClass(for: count) else { return unsafe allocateLarge(count) }
        let address = unsafe state.withLock { state in
            if unsafe state.pool.isEmpty(sizeClass) {
                unsafe state.pool.add(region: state.region(of: state.pool.nextRegionSize(sizeClass)), to: sizeClass)
            }
            return unsafe state.pool.take(sizeClass)
        }
        unsafe SlotPool.prepare(address, count)
        return unsafe Slot(address: address, count: count, regionSize: nil)
    }

    /// Checks the canary, wipes the memory and gives it back.
    static func release(_ slot: Slot) {
        if let regionSize = unsafe slot.regionSize {
            unsafe releaseLarge(slot, regionSize)
        } else if let sizeClass = unsafe SlotPool.sizeClass(for: slot.count) {
            unsafe SlotPool.checkAndWipe(slot.address, slot.count, sizeClass)
            unsafe state.withLock { state in unsafe state.pool.put(slot.address, sizeClass) }
        }
    }

    private static func allocateLarge(_ count: Int) -> Slot {
        let needed = RegionCache.regionSize(for: count)
        let region = unsafe state.withLock { state in
            unsafe state.cache.take(needed) ?? RegionCache.Region(base: state.region(of: needed), size: needed)
        }
        return unsafe Slot(address: region.place(count), count: count, regionSize: region.size)
    }

    private static func releaseLarge(_ slot: Slot, _ regionSize: Int) {
        let region = unsafe RegionCache.Region(holding: slot.address, count: slot.count, size: regionSize)
        unsafe region.checkAndWipe(slot.count)
        let surplus = unsafe state.withLock { state in unsafe state.cache.put(region) }
        for region in surplus { unsafe GuardedRegion.free(region.base) }
    }
}
