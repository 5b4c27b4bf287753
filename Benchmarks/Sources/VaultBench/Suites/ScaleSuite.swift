import SessionVault

/// What the number of records costs: plain secrets at 10,000 records beside the same at 100, and beside SQLCipher.
enum ScaleSuite: Suite {
    static let name = "scale"
    static let summary = "reads, writes and opening at 10,000 records; beside 100, and beside SQLCipher"

    static func compare(_ bench: Bench) throws {
        let folder = TemporaryFolder.make()
        defer { TemporaryFolder.remove(folder) }
        let (few, many) = (100, bench.isSmoke ? 1_000 : 10_000)
        let small = try BenchVault(in: folder, name: "small")
        try small.fill(few)
        let large = try BenchVault(in: folder, name: "large")
        try large.fill(many)
        // The first read of a value makes it known to the loggers.
        for (place, count) in [(small, few), (large, many)] { reading(place, count)(count) }
        bench.measure(
            Comparison(
                name: "secret read, \(many) records", peer: "the same at \(few)", reach: 1.5,
                ours: reading(large, many), theirs: reading(small, few)))
        try besideCipher(bench, folder, large, many)
        bench.measure(
            Comparison(
                name: "secret write, \(many) records", peer: "the same at \(few)", reach: 2,
                ours: writing(large, many), theirs: writing(small, few)))
        bench.measure(
            Comparison(
                name: "open unchecked, \(many) records", peer: "the same at \(few)", reach: 1.2,
                ours: { times in for _ in 0..<times { _ = must { try large.open(.onRequest) } } },
                theirs: { times in for _ in 0..<times { _ = must { try small.open(.onRequest) } } }))
    }

    private static func besideCipher(_ bench: Bench, _ folder: String, _ large: BenchVault, _ many: Int) throws {
        let name = "secret read beside SQLCipher, \(many) records"
        guard let library = CipherDatabase.library else {
            return bench.skip(name, because: "libsqlcipher0 is not installed")
        }
        let cipher = try CipherDatabase(path: "\(folder)/cipher.db", library: library)
        try cipher.fill(many, size: 48)
        let numbers = Numbers(many)
        bench.measure(
            Comparison(
                name: name, peer: "SQLCipher, a prepared SELECT", reach: 0.8, ours: reading(large, many),
                theirs: { times in
                    for _ in 0..<times { precondition(cipher.get(Array("\(numbers.next())".utf8)) == 48) }
                }))
    }

    private static func reading(_ place: BenchVault, _ count: Int) -> (Int) -> Void {
        let numbers = Numbers(count)
        return { times in
            for _ in 0..<times {
                _ = must { try place.vault.secrets.value(for: BenchVault.name(numbers.next())) }
            }
        }
    }

    private static func writing(_ place: BenchVault, _ count: Int) -> (Int) -> Void {
        let numbers = Numbers(count)
        return { times in
            for _ in 0..<times {
                must {
                    try place.vault.secrets.set(SecretBytes.random(count: 48), for: BenchVault.name(numbers.next()))
                }
            }
        }
    }

    /// The numbers from 1, spread over all records and the same in every run.
    private final class Numbers {
        private let count: Int
        private var last = 0

        init(_ count: Int) { self.count = count }

        func next() -> Int {
            last = (last + 7_919) % count
            return last + 1
        }
    }
}
