/// Counts line feeds, eight bytes at a time.
enum LineCount {
    private static let lineFeeds: UInt64 = 0x0A0A_0A0A_0A0A_0A0A
    private static let lowBits: UInt64 = 0x7F7F_7F7F_7F7F_7F7F

    static func count(in text: UnsafeRawBufferPointer) -> Int {
        var count = 0
        var position = 0
        while position + 8 <= text.count {
            let word = unsafe text.loadUnaligned(fromByteOffset: position, as: UInt64.self) ^ lineFeeds
            // The high bit of each byte that is zero now; no carry passes from one byte to the next.
            let zeros = ~(((word & lowBits) &+ lowBits) | word | lowBits)
            if zeros != 0 { count += zeros.nonzeroBitCount }
            position += 8
        }
        while position < text.count {
            if unsafe text[position] == 0x0A { count += 1 }
            position += 1
        }
        return count
    }
}
