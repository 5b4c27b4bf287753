/// Slots for small values: seven sizes from 64 to 4,096 bytes.
///
/// The canary follows the last byte of the value.
@safe
struct SlotPool {
    private static let smallest = 64
    private static let classCount = 7

    /// The first region of a size class is small, since most programs hold few secrets and may lock little memory.
    ///
    /// Each further one is twice as large, since every region takes its share of the system's limit on mappings.
    private static let regionSizes = 16_384...262_144

    /// Free slots of each size class.
    ///
    /// All their bytes are zero.
    private var free: [[UnsafeMutableRawPointer]] = unsafe Array(repeating: [], count: classCount)
    private var nextRegionSizes = Array(repeating: regionSizes.lowerBound, count: classCount)

    /// The class of the smallest slot that has room for `count` bytes, or nil where none has.
    static func sizeClass(for count: Int) -> Int? {
        guard count <= slotSize(classCount - 1) - Canary.size else { return nil }
        let needed = max(count + Canary.size, smallest)
        return Int.bitWidth - (needed - 1).leadingZeroBitCount - smallest.trailingZeroBitCount
    }

    /// Makes a free slot ready for a value of `count` bytes.
    static func prepare(_ slot: UnsafeMutableRawPointer, _ count: Int) {
        unsafe Canary.write(at: slot + count)
    }

    /// Checks a slot that comes back with a value of `count` bytes, and wipes it whole.
    static func checkAndWipe(_ slot: UnsafeMutableRawPointer, _ count: Int, _ sizeClass: Int) {
        unsafe Canary.check(at: slot + count)
        unsafe GuardedRegion.wipe(slot, slotSize(sizeClass))
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
        unsafe GuardedRegion.wipe(region, size)
        for offset in stride(from: 0, to: size, by: Self.slotSize(sizeClass)) {
            unsafe free[sizeClass].append(region + offset)
        }
        nextRegionSizes[sizeClass] = min(size * 2, Self.regionSizes.upperBound)
    }

    private static func slotSize(_ sizeClass: Int) -> Int {
        smallest << sizeClass
    }
}
