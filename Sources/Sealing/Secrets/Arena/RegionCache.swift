/// Regions for large values, one value each.
///
/// It stands at the region's end, so that the guard page begins with the first byte past it, and has the canary before
/// it.
///
/// A few wiped regions are kept, since making one costs far more than sealing what goes into it.
@safe
struct RegionCache {
    /// Memory for one large value.
    @safe
    struct Region: @unchecked Sendable {
        let base: UnsafeMutableRawPointer
        let size: Int

        init(base: UnsafeMutableRawPointer, size: Int) {
            unsafe self.base = unsafe base
            self.size = size
        }

        /// The region of `size` bytes whose last `count` bytes begin at `address`.
        init(holding address: UnsafeMutableRawPointer, count: Int, size: Int) {
            unsafe self.init(base: address + count - size, size: size)
        }

        /// The place of a value of `count` bytes; the canary is written before it.
        func place(_ count: Int) -> UnsafeMutableRawPointer {
            let address = unsafe base + size - count
            unsafe Canary.write(at: address - Canary.size)
            return unsafe address
        }

        func checkAndWipe(_ count: Int) {
            let canary = unsafe base + size - count - Canary.size
            unsafe Canary.check(at: canary)
            unsafe GuardedRegion.wipe(canary, Canary.size + count)
        }
    }

    private static let step = 4_096
    /// A plain secret may have 1 MiB, and is padded to some more.
    private static let largestKept = 1_310_720
    private static let keptAtMost = 2_097_152

    /// Regions without a value, the one used last at the end.
    private var free: [Region] = []
    private var kept = 0

    static func regionSize(for count: Int) -> Int {
        (count + Canary.size + step - 1) / step * step
    }

    /// A kept region of at least `size` bytes that wastes less than half of itself.
    mutating func take(_ size: Int) -> Region? {
        let fitting = free.lastIndex { region in (size..<(2 * size)).contains(region.size) }
        guard let fitting else { return nil }
        kept -= free[fitting].size
        return free.remove(at: fitting)
    }

    /// Keeps a wiped region, and returns those for which there is no room, for the caller to free.
    mutating func put(_ region: Region) -> [Region] {
        guard region.size <= Self.largestKept else { return [region] }
        free.append(region)
        kept += region.size
        var surplus: [Region] = []
        while kept > Self.keptAtMost {
            let oldest = free.removeFirst()
            kept -= oldest.size
            surplus.append(oldest)
        }
        return surplus
    }
}
