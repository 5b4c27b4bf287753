@_spi(Benchmarks) import SessionVault

/// What sealing everything anew costs, beside reading and writing the same rows in the same transactions: the limit that
/// SQLite and the disk set.
enum RotationSuite: Suite {
    static let name = "rotation"
    static let summary = "re-sealing every record under new keys; beside raw SQLite's reads and writes of the same rows"

    /// Records that a rotation seals in one transaction.
    private static let batch = 512

    static func compare(_ bench: Bench) throws {
        let count = bench.isSmoke ? 500 : 20_000
        let name = "rotation of \(count) records"
        guard bench.wants(name) else { return }
        let folder = TemporaryFolder.make()
        defer { TemporaryFolder.remove(folder) }
        let place = try BenchVault(in: folder)
        try place.fillAtOnce(count)
        let raw = try RawDatabase(path: "\(folder)/raw.db", metadataSize: 296, bodySize: 296)
        raw.putAll((1...count).map { number in (0..<16).map { UInt8(truncatingIfNeeded: number >> ($0 % 4 * 8)) } })
        let found = bench.measure(
            Comparison(
                name: name, peer: "SELECT and UPDATE of the same rows, in the same transactions",
                ours: { times in
                    for _ in 0..<times {
                        let rotation = must { try place.vault.rotate() }
                        precondition(rotation.resealedCount == count)
                    }
                },
                theirs: { times in for _ in 0..<times { raw.rewriteAll(atOnce: batch) } }, roundLimit: 40))
        guard let found else { return }
        for (side, times, reach) in [
            ("re-sealed", found.ours.times, Figure.Reach.atLeast(100_000)), ("raw", found.theirs.times, nil),
        ] {
            bench.tell("\(name), rows \(side)", in: "a second", reach: reach, note: "of the row above, median") {
                Double(count) * 1e9 / times.median
            }
        }
    }
}
