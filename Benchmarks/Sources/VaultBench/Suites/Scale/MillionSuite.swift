@_spi(Benchmarks) import SessionVault

/// A million records beside a hundred.
enum MillionSuite: Suite {
    static let name = "million"
    static let summary = "reads, writes and opening at 1,000,000 records, which take minutes to make; beside 100"
    static let isOnRequest = true

    /// Secrets that are read and written, in turn; they lie all over the table.
    private static let used = 1_000

    static func compare(_ bench: Bench) throws {
        let folder = TemporaryFolder.make()
        defer { TemporaryFolder.remove(folder) }
        let (few, many) = (100, bench.isSmoke ? 10_000 : 1_000_000)
        let small = try BenchVault(in: folder, name: "small")
        try small.fillAtOnce(few)
        let large = try BenchVault(in: folder, name: "large")
        try large.fillAtOnce(many)
        let spread = { (number: Int) in 1 + (number - 1) * (many / used) }
        // The first read of a value makes it known to the loggers.
        small.reading(of: few)(few)
        large.reading(of: used, spread)(used)
        bench.measure(
            Comparison(
                name: "secret read, \(many) records", peer: "the same at \(few)", reach: 1.5,
                ours: large.reading(of: used, spread), theirs: small.reading(of: few)))
        bench.measure(
            Comparison(
                name: "secret write, \(many) records", peer: "the same at \(few)", reach: 2,
                ours: large.writing(of: used, spread), theirs: small.writing(of: few)))
        bench.measure(
            Comparison(
                name: "open unchecked, \(many) records", peer: "the same at \(few)", reach: 1.2,
                ours: large.opening(), theirs: small.opening()))
    }
}
