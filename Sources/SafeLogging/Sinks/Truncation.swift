/// Cuts a line that is too long.
enum Truncation {
    /// At most `limit` bytes of UTF-8, the cut not inside a character and marked.
    static func cut(_ bytes: [UInt8], to limit: Int) -> [UInt8] {
        guard bytes.count > limit else { return bytes }
        let mark = Array("… (cut)".utf8)
        var end = max(0, limit - mark.count)
        while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return Array(bytes[..<end]) + mark
    }
}
