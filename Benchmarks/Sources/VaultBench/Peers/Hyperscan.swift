import RawPeers

/// libhyperscan in block mode with literals, each of whose occurrences it reports.
@safe
final class Hyperscan {
    private static let blockMode: CUnsignedInt = 1

    private let library: raw_hyperscan
    private var database: UnsafeMutableRawPointer?
    private var scratch: UnsafeMutableRawPointer?

    /// Nil where it is not installed, or can't compile the literals.
    init?(_ literals: [[UInt8]]) {
        var library = raw_hyperscan()
        guard unsafe raw_hyperscan_load(&library) == 1 else { return nil }
        self.library = library
        // All in one block of memory, in which pointers stay what they are.
        let text = literals.flatMap { $0.map { CChar(bitPattern: $0) } }
        let isReady = unsafe text.withUnsafeBufferPointer { text in
            var places: [UnsafePointer<CChar>?] = unsafe []
            var place = 0
            for literal in literals {
                unsafe places.append(text.baseAddress.map { unsafe $0 + place })
                place += literal.count
            }
            let flags = [CUnsignedInt](repeating: 0, count: literals.count)
            var error: UnsafeMutableRawPointer?
            guard
                unsafe library.compile(
                    places, flags, literals.indices.map { CUnsignedInt($0) }, literals.map(\.count),
                    CUnsignedInt(literals.count), Self.blockMode, nil, &database, &error) == 0
            else { return false }
            return unsafe library.allocate(database, &scratch) == 0
        }
        guard isReady else { return nil }
    }

    deinit {
        _ = unsafe library.free_scratch(scratch)
        _ = unsafe library.free_database(database)
    }

    /// How many literals end in the text.
    func count(in text: UnsafeRawBufferPointer) -> Int {
        var library = library
        return unsafe raw_hyperscan_search(&library, database, scratch, text.baseAddress, CUnsignedInt(text.count))
    }
}
