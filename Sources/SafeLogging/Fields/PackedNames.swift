/// Names of up to 16 bytes, in which another is looked up without hashing it or copying its bytes.
struct PackedNames: Sendable {
    /// A name, packed byte by byte as they come.
    struct Name: Equatable, Sendable {
        /// Its last 16 bytes.
        fileprivate private(set) var number: UInt128 = 0
        fileprivate private(set) var count = 0

        init() {}

        init(_ bytes: some Sequence<UInt8>) {
            for byte in bytes { append(byte) }
        }

        @inline(__always)
        mutating func append(_ byte: UInt8) {
            number = number << 8 | UInt128(byte)
            count += 1
        }
    }

    private struct Entry: Sendable {
        let number: UInt128
        /// The bytes that it has.
        let mask: UInt128
        let count: Int
    }

    /// Ordered by the last five bits of their last byte.
    private let entries: [Entry]
    /// Where the entries begin that have such bits, and where the last ones end.
    private let starts: [Int]

    init(_ names: some Sequence<some CustomStringConvertible>) {
        let all = names.map { name in
            let name = Name(name.description.utf8)
            precondition(1...16 ~= name.count, "a listed name has up to 16 bytes")
            return Entry(number: name.number, mask: UInt128.max >> UInt128(128 - 8 * name.count), count: name.count)
        }
        let ordered = (0..<32).map { last in all.filter { Int($0.number & 31) == last } }
        entries = ordered.flatMap(\.self)
        starts = ordered.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.count) }
    }

    /// Tells whether `name` is one of these.
    func contains(_ name: Name) -> Bool {
        1...16 ~= name.count && hasEntry(for: name) { $0.count == name.count && $0.number == name.number }
    }

    /// Tells whether one of these is what `name` ends with.
    func containsEnd(of name: Name) -> Bool {
        hasEntry(for: name) { $0.count <= name.count && $0.number == name.number & $0.mask }
    }

    @inline(__always)
    private func hasEntry(for name: Name, _ matches: (Entry) -> Bool) -> Bool {
        let last = Int(name.number & 31)
        var index = starts[last]
        let end = starts[last + 1]
        while index < end {
            if matches(entries[index]) { return true }
            index += 1
        }
        return false
    }
}
