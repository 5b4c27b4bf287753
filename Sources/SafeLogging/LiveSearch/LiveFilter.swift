import Synchronization

/// Turns almost every window away: two bits of one word for each window that is known.
///
/// Bits are only ever set, so that a scan may read while another thread adds. What is taken away keeps its bits until the
/// filter is made anew.
@safe
final class LiveFilter: @unchecked Sendable {
    /// The most words.
    static let largest = 1 << 20

    /// A power of two.
    let wordCount: Int
    private let words: UnsafeMutablePointer<Atomic<UInt64>>

    /// A filter that turns everything away, of at least 32 bits for each of `count` windows.
    init(forWindows count: Int) {
        var wordCount = 256
        while wordCount < count / 2 { wordCount *= 2 }
        self.wordCount = min(wordCount, Self.largest)
        unsafe words = .allocate(capacity: self.wordCount)
        for index in 0..<self.wordCount { unsafe (words + index).initialize(to: Atomic(0)) }
    }

    deinit {
        unsafe words.deinitialize(count: wordCount)
        unsafe words.deallocate()
    }

    /// How many windows it has room for: two a word.
    var room: Int { 2 * wordCount }

    func insert(_ hash: UInt32) {
        unsafe words[Int(hash >> 12) & (wordCount - 1)].bitwiseOr(Self.bits(hash), ordering: .relaxed)
    }

    @inline(__always)
    private static func bits(_ hash: UInt32) -> UInt64 { 1 &<< UInt64(hash) | 1 &<< UInt64(hash &>> 6) }

    /// The next position from `start` on, in steps of `stride` bytes, whose window may be known.
    ///
    /// This loop reads every log line, so it works on pointers.
    @inline(__always)
    func nextCandidate(
        in bytes: UnsafeRawBufferPointer, from start: Int, by stride: Int, hash: WindowHash
    ) -> (position: Int, hash: UInt32)? {
        guard let base = bytes.baseAddress else { return nil }
        let mask = wordCount &- 1
        let last = bytes.count &- WindowHash.windowSize
        var position = start
        while position <= last {
            let window = unsafe base.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            let value = hash(UInt64(littleEndian: window))
            let word = unsafe words[Int(value &>> 12) & mask].load(ordering: .relaxed)
            if ~word & Self.bits(value) == 0 { return (position, value) }
            position &+= stride
        }
        return nil
    }
}
