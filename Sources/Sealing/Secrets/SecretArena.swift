import CSodium
import Synchronization

/// The memory that all secrets of the process live in.
///
/// `sodium_malloc` gives guard pages, locking and exclusion from core dumps, but costs several system calls and a few
/// pages a value, and gives out after some 16,000 values. So the arena asks it for regions of 16 KiB and deals slots of
/// one size out of each. Every slot ends in a canary that is checked when it comes back, and is wiped at once then.
/// Values above 4 KiB get a region of their own.
package enum SecretArena {
    /// A piece of secret memory. It belongs to one ``SecretBytes``.
    @unsafe
    struct Slot {
        let address: UnsafeMutableRawPointer
        /// Index of its size class, or nil for a region of its own.
        let sizeClass: Int?
    }

    private static let regionSize = 16_384
    private static let canarySize = 16
    private static let smallest = 64
    private static let classCount = 7

    @unsafe
    private struct State: @unchecked Sendable {
        /// Free slots of each size class.
        var free: [[UnsafeMutableRawPointer]]
        let canary: [UInt8]
        var isLocked = true
    }

    private static let state: Mutex<State> = {
        _ = Sodium.ready
        return unsafe Mutex(
            State(free: Array(repeating: [], count: classCount), canary: RandomBytes.make(count: canarySize)))
    }()

    /// Tells whether all secret memory so far could be locked against swapping.
    package static var isLockedInMemory: Bool {
        unsafe state.withLock { state in unsafe state.isLocked }
    }

    static func allocate(_ count: Int) -> Slot {
        unsafe state.withLock { state in
            guard let sizeClass = sizeClass(for: count) else {
                return unsafe Slot(address: region(of: count, &state), sizeClass: nil)
            }
            if unsafe state.free[sizeClass].isEmpty {
                unsafe addRegion(to: sizeClass, &state)
            }
            let address = unsafe state.free[sizeClass].removeLast()
            return unsafe Slot(address: address, sizeClass: sizeClass)
        }
    }

    static func release(_ slot: Slot) {
        guard let sizeClass = unsafe slot.sizeClass else {
            unsafe sodium_free(slot.address)
            return
        }
        let room = usableSize(of: sizeClass)
        unsafe sodium_memzero(slot.address, room)
        unsafe state.withLock { state in
            guard unsafe sodium_memcmp(slot.address + room, state.canary, canarySize) == 0 else {
                preconditionFailure("a secret was written past its end")
            }
            unsafe state.free[sizeClass].append(slot.address)
        }
    }

    private static func usableSize(of sizeClass: Int) -> Int {
        smallest << sizeClass - canarySize
    }

    private static func sizeClass(for count: Int) -> Int? {
        let needed = max(count + canarySize, smallest)
        let sizeClass = Int.bitWidth - (needed - 1).leadingZeroBitCount - smallest.trailingZeroBitCount
        return sizeClass < classCount ? sizeClass : nil
    }

    private static func addRegion(to sizeClass: Int, _ state: inout State) {
        let base = unsafe region(of: regionSize, &state)
        let room = usableSize(of: sizeClass)
        for offset in stride(from: 0, to: regionSize, by: smallest << sizeClass) {
            let address = unsafe base + offset
            unsafe sodium_memzero(address, room)
            unsafe (address + room).copyMemory(from: state.canary, byteCount: canarySize)
            unsafe state.free[sizeClass].append(address)
        }
    }

    /// `sodium_malloc` goes on without locking where the limit forbids it; asking again tells whether it did.
    private static func region(of count: Int, _ state: inout State) -> UnsafeMutableRawPointer {
        guard let base = unsafe sodium_malloc(count) else {
            preconditionFailure("the system has no memory left for secrets")
        }
        if count > 0, unsafe sodium_mlock(base, count) != 0 {
            unsafe state.isLocked = false
        }
        return unsafe base
    }
}
