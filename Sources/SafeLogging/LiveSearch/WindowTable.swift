/// Looks up window hashes: a bit filter that turns almost all of them away, and behind it a table of buckets.
struct WindowTable: Sendable {
    /// A window near one end of a form, and the anchor that it leads to.
    struct Item: Sendable {
        let hash: UInt32
        let anchor: UInt32
        /// Bytes between the window and its end of the form, 0 … 7.
        let distance: UInt8
        let isTail: Bool
    }

    let filter: [UInt64]
    let filterMask: UInt32
    private let bucketShift: UInt32
    private let bucketStarts: [UInt32]
    private let items: [Item]

    init(_ unordered: [Item]) {
        let countBits = UInt32(Int.bitWidth - unordered.count.leadingZeroBitCount)
        let filterBits = min(max(countBits + 5, 16), 28)
        let filterMask = UInt32((UInt64(1) << UInt64(filterBits)) - 1)
        var filter = [UInt64](repeating: 0, count: 1 << Int(filterBits - 6))
        for item in unordered {
            let bit = item.hash & filterMask
            filter[Int(bit >> 6)] |= 1 << UInt64(bit & 63)
        }
        let bucketBits = min(max(countBits, 4), 24)
        let shift = 32 - bucketBits
        var starts = [UInt32](repeating: 0, count: (1 << Int(bucketBits)) + 1)
        for item in unordered { starts[Int(item.hash >> shift) + 1] += 1 }
        for index in 1..<starts.count { starts[index] += starts[index - 1] }
        self.filter = filter
        self.filterMask = filterMask
        bucketShift = shift
        bucketStarts = starts
        // Of forms that begin near each other the one that begins first comes first.
        items = unordered.sorted { ($0.hash, $1.distance) < ($1.hash, $0.distance) }
    }

    /// Hands each item with this hash to `body`.
    func forEach(_ hash: UInt32, _ body: (Item) -> Void) {
        let bucket = Int(hash >> bucketShift)
        var index = Int(bucketStarts[bucket])
        let end = Int(bucketStarts[bucket + 1])
        while index < end {
            if items[index].hash == hash { body(items[index]) }
            index += 1
        }
    }
}
