/// Windows that lead to numbered things, and the filter before them.
struct LiveWindows: Sendable {
    private var table = LiveTable()
    private(set) var filter = LiveFilter(forWindows: 0)
    /// Windows that were taken out since the filter was made.
    private var stale = 0

    var isEmpty: Bool { table.count == 0 }

    mutating func insert(_ number: UInt32, for hash: UInt32) {
        table.insert(number, for: hash)
        if table.count + stale > filter.room, filter.wordCount < LiveFilter.largest { renewFilter() }
        filter.insert(hash)
    }

    /// Takes out what was inserted with this hash.
    mutating func remove(_ number: UInt32, for hash: UInt32) {
        table.remove(number, for: hash)
        stale += 1
        if stale > table.count + 1_024 { renewFilter() }
    }

    /// Hands over the number of everything that has a window of this hash.
    func forEach(_ hash: UInt32, _ body: (UInt32) -> Void) { table.forEach(hash, body) }

    private mutating func renewFilter() {
        let renewed = LiveFilter(forWindows: 2 * table.count)
        table.forEachHash { renewed.insert($0) }
        filter = renewed
        stale = 0
    }
}
