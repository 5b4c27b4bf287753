/// Compares the rows of a table with the index that leads to them by name.
struct IndexedRows {
    /// In the order of their numbers.
    private var rows: [(number: Int64, name: [UInt8])] = []
    private var indexedCount = 0
    private var lastName: [UInt8] = []
    private var isIntact = true

    /// Tells whether the index leads to every row and to nothing else.
    var areAllIndexed: Bool { isIntact && indexedCount == rows.count }

    /// Takes the next row; rows come in the order of their numbers.
    mutating func take(_ name: [UInt8], _ number: Int64) {
        isIntact = isIntact && rows.last.map { number > $0.number } ?? true
        rows.append((number, name))
    }

    /// Takes the index's next entry, when all rows are there; entries come in the order of their names, so that none comes
    /// twice.
    mutating func takeIndexed(_ name: [UInt8], _ number: Int64) {
        isIntact = isIntact && lastName.lexicographicallyPrecedes(name) && self.name(ofRow: number) == name
        lastName = name
        indexedCount += 1
    }

    private func name(ofRow number: Int64) -> [UInt8]? {
        var range = rows.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            let row = rows[middle]
            if row.number == number { return row.name }
            range = row.number < number ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
        }
        return nil
    }
}
