/// Packs numbers of six bits, one in a byte, into bytes: eight of them at once into six.
enum Sextets {
    /// Bytes that have to follow the numbers, so that the last eight may be read whole.
    static let padding = 8

    /// How much room packing `count` numbers takes in bytes; two at most stay unused.
    static func room(for count: Int) -> Int { (count + 7) / 8 * 6 + 2 }

    /// Packs the first `count` numbers, and returns how many whole bytes they make.
    static func pack(_ sextets: UnsafeRawBufferPointer, count: Int, into output: UnsafeMutableRawBufferPointer) -> Int {
        precondition(sextets.count >= count + padding && output.count >= room(for: count), "too little room")
        guard let source = sextets.baseAddress, let target = output.baseAddress else { return 0 }
        var (read, written) = (0, 0)
        while read < count {
            let eight = unsafe UInt64(bigEndian: source.loadUnaligned(fromByteOffset: read, as: UInt64.self))
            let six = pack(eight) &<< 16
            unsafe target.storeBytes(of: six.bigEndian, toByteOffset: written, as: UInt64.self)
            read &+= 8
            written &+= 6
        }
        return count * 6 / 8
    }

    /// The lower six bits of eight bytes, side by side in the lower 48: first in pairs, then in fours.
    @inline(__always)
    private static func pack(_ eight: UInt64) -> UInt64 {
        let pairs = (eight & 0x3F00_3F00_3F00_3F00) &>> 2 | eight & 0x003F_003F_003F_003F
        let fours = (pairs & 0x0FFF_0000_0FFF_0000) &>> 4 | pairs & 0x0000_0FFF_0000_0FFF
        return (fours & 0x00FF_FFFF_0000_0000) &>> 8 | fours & 0x0000_0000_00FF_FFFF
    }
}
