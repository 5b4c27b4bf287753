/// Slots for small values: seven sizes from 64 to 4,096 bytes, the last 16 of which are the canary.
@safe
struct SlotPool {
    private static let smallest = 64
    private static let classCount = 7

    /// The first region of a size class is small, since most programs hold few secrets and may lock little memory.
    /// Each further one is twice as large, since every region takes its share of the system's limit on mappings.
    private static let regionSizes = 16_384...262_144

    /// Free slots of each size class. All their bytes but the canary are zero.
    private var free: [[UnsafeMutableRawPointer]] = unsafe Array(repeating: [], count: classCount)
    private var nextRegionSizes = Array(repeating: regionSizes.lowerBound, count: classCount)

    /// The class of the smallest slot that has room for `count` bytes, or nil where none has.
    static func sizeClass(for count: Int) -> Int? {
        guard count <= room(of: classCount - 1) else { return nil }
        let needed = max(count + Canary.size, smallest)
        return Int.bitWidth - (needed - 1).leadingZeroBitCount - smallest.trailingZeroBitCount
    }

    /// Checks a slot that comes back, and wipes it whole.
    static func checkAndWipe(_ slot: UnsafeMutableRawPointer, _ sizeClass: Int) {
        let room = room(of: sizeClass)
        unsafe Canary.check(at: slot + room)
        unsafe GuardedRegion.wipe(slot, room)
    }

    func isEmpty(_ sizeClass: Int) -> Bool {
        unsafe free[sizeClass].isEmpty
    }

    /// A wiped slot; there must be one.
    mutating func take(_ sizeClass: Int) -> UnsafeMutableRawPointer {
        unsafe free[sizeClass].removeLast()
    }

    mutating func put(_ slot: UnsafeMutableRawPointer, _ sizeClass: Int) {
        unsafe free[sizeClass].append(slot)
    }

    /// Size of the region that ``add(region:to:)`` expects next for this class.
    func nextRegionSize(_ sizeClass: Int) -> Int {
        nextRegionSizes[sizeClass]
    }

    mutating func add(region: UnsafeMutableRawPointer, to sizeClass: Int) {
        let size = nextRegionSizes[sizeClass]
        let room = Self.room(of: sizeClass)
        for offset in stride(from: 0, to: size, by: Self.smallest << sizeClass) {
            let slot = unsafe region + offset
            unsafe GuardedRegion.wipe(slot, room)
            unsafe Canary.write(at: slot + room)
            unsafe free[sizeClass].append(slot)
        }
        nextRegionSizes[sizeClass] = min(size * 2, Self.regionSizes.upperBound)
    }

    private static func room(of sizeClass: Int) -> Int {
        (smallest << sizeClass) - Canary.size
    }
}
