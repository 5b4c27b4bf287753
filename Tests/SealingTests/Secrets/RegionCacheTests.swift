import Testing

@testable import Sealing

@Suite("Region cache")
struct RegionCacheTests {
    /// Addresses that nobody reads.
    private func region(_ number: Int, _ size: Int) -> RegionCache.Region? {
        guard let base = unsafe UnsafeMutableRawPointer(bitPattern: number << 30) else { return nil }
        return unsafe RegionCache.Region(base: base, size: size)
    }

    @Test(
        "the region of a secret of any size that a record may have is kept", arguments: [4_096, 1_048_576, 1_081_344])
    func kept(size: Int) throws {
        var cache = RegionCache()
        let size = RegionCache.regionSize(for: size)
        #expect(cache.put(try #require(region(1, size))).isEmpty)
        #expect(cache.take(size)?.size == size)
        #expect(cache.take(size) == nil)
    }

    @Test("no more than 2 MiB without a value stay locked in memory, and the oldest go")
    func bounded() throws {
        var cache = RegionCache()
        var freed: [Int] = []
        for number in 1...100 {
            let surplus = cache.put(try #require(region(number, 65_536)))
            for region in surplus { freed.append(Int(bitPattern: unsafe region.base) >> 30) }
        }
        #expect(freed == Array(1...68))
        #expect(cache.put(try #require(region(101, 1_314_816))).count == 1)
    }
}
