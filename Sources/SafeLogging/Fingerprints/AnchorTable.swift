/// Looks up anchors by their hashes: a bit filter that turns almost all of them away, and behind it a table of buckets.
struct AnchorTable: Sendable {
    struct Item: Sendable {
        let hash: UInt32
        /// The anchor's number.
        let anchor: UInt32
    }

    /// Words of the filter; a power of two.
    let filter: [UInt32]
    /// What of a hash, without the five bits that choose the bit in a word, chooses the word.
    let wordMask: UInt32
    private let bucketShift: UInt32
    private let bucketStarts: [UInt32]
    private let items: [Item]

    init(_ unordered: [Item]) {
        let countBits = UInt32(Int.bitWidth - unordered.count.leadingZeroBitCount)
        // One bit in 64 is set, or fewer: each false alarm costs as much as a dozen look-ups.
        let wordBits = min(max(countBits + 1, 11), 23)
        let wordMask = UInt32(1) << wordBits - 1
        var filter = [UInt32](repeating: 0, count: 1 << Int(wordBits))
        for item in unordered { filter[Int(item.hash >> 5 & wordMask)] |= 1 << (item.hash & 31) }
        let bucketBits = min(max(countBits, 4), 24)
        let shift = 32 - bucketBits
        var starts = [UInt32](repeating: 0, count: (1 << Int(bucketBits)) + 1)
        for item in unordered { starts[Int(item.hash >> shift) + 1] += 1 }
        for index in 1..<starts.count { starts[index] += starts[index - 1] }
        self.filter = filter
        self.wordMask = wordMask
        bucketShift = shift
        bucketStarts = starts
        items = unordered.sorted { $0.hash < $1.hash }
    }

    /// Hands over the number of each anchor with this hash.
    func forEach(_ hash: UInt32, _ body: (Int) -> Void) {
        let bucket = Int(hash >> bucketShift)
        var index = Int(bucketStarts[bucket])
        let end = Int(bucketStarts[bucket + 1])
        while index < end {
            if items[index].hash == hash { body(Int(items[index].anchor)) }
            index += 1
        }
    }
}
