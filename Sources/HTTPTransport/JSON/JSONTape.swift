/// The structure of a document: kinds and byte ranges in document order, without any of its content.
struct JSONTape: Sendable {
    struct Entry {
        var kind: JSONKind
        /// Range of the value as it stands in the document, quotes and brackets included.
        var start: UInt32
        var end: UInt32
        /// Index of the entry after this value and all within it.
        var next: UInt32

        var range: Range<Int> { Int(start)..<Int(end) }
    }

    private(set) var entries: [Entry] = []

    mutating func open(_ kind: JSONKind, at start: Int) -> Int {
        entries.append(Entry(kind: kind, start: UInt32(start), end: 0, next: 0))
        return entries.count - 1
    }

    mutating func close(_ index: Int, at end: Int) {
        entries[index].end = UInt32(end)
        entries[index].next = UInt32(entries.count)
    }

    /// Indices of the values directly within the one at `index`; in an object, of keys and values in turn.
    func children(of index: Int) -> [Int] {
        var children: [Int] = []
        var child = index + 1
        while child < Int(entries[index].next) {
            children.append(child)
            child = Int(entries[child].next)
        }
        return children
    }
}

/// The kinds of value.
package enum JSONKind: UInt8, Sendable {
    case object
    case array
    case string
    case number
    case `true`
    case `false`
    case null
}
