import Sealing
import TestSupport
import Testing

@Suite("Comparison in constant time")
struct ConstantTimeTests {
    @Test("bytes are equal to themselves, at any length", arguments: [0, 1, 16, 32, 1_000])
    func equal(length: Int) {
        let bytes = RandomBytes.make(count: length)
        let other = bytes + []
        #expect(ConstantTime.equal(bytes, other))
    }

    @Test("one differing bit anywhere makes them unequal")
    func everyBitCounts() {
        let bytes = RandomBytes.make(count: 33)
        for bit in 0..<(bytes.count * 8) {
            var other = bytes
            other[bit / 8] ^= 1 << (bit % 8)
            #expect(!ConstantTime.equal(bytes, other))
        }
    }

    @Test("a prefix is not equal to the whole, in either order", arguments: 0..<8)
    func prefix(length: Int) {
        let bytes = [UInt8](repeating: 0, count: 8)
        #expect(!ConstantTime.equal(bytes, Array(bytes.prefix(length))))
        #expect(!ConstantTime.equal(Array(bytes.prefix(length)), bytes))
    }
}
