import SessionVault

/// What the number of records costs: plain secrets at 10,000 records beside the same at 100, and beside SQLCipher.
enum ScaleSuite: Suite {
    static let name = "scale"
    static let summary = "reads, writes, opening and verifying at 10,000 records; beside 100, and beside SQLCipher"

    static func compare(_ bench: Bench) throws {
        let folder = TemporaryFolder.make()
        defer { TemporaryFolder.remove(folder) }
        let (few, many) = (100, bench.isSmoke ? 1_000 : 10_000)
        let small = try BenchVault(in: folder, name: "small")
        try small.fill(few)
        let large = try BenchVault(in: folder, name: "large")
        try large.fill(many)
        // The first read of a value makes it known to the loggers.
        for (place, count) in [(small, few), (large, many)] { place.reading(of: count)(count) }
        bench.measure(
            Comparison(
                name: "secret read, \(many) records", peer: "the same at \(few)", reach: 1.5,
                ours: large.reading(of: many), theirs: small.reading(of: few)))
        try besideCipher(bench, folder, large, many)
        bench.measure(
            Comparison(
                name: "secret write, \(many) records", peer: "the same at \(few)", reach: 2,
                ours: large.writing(of: many), theirs: small.writing(of: few)))
        bench.measure(
            Comparison(
                name: "open unchecked, \(many) records", peer: "the same at \(few)", reach: 1.2,
                ours: large.opening(), theirs: small.opening()))
        bench.measure(
            Comparison(
                name: "verify, \(many) records", peer: "as many by the same at \(few)", ours: large.verifying(),
                theirs: { times in small.verifying()(times * many / few) }, roundLimit: 20))
    }

    private static func besideCipher(_ bench: Bench, _ folder: String, _ large: BenchVault, _ many: Int) throws {
        let name = "secret read beside SQLCipher, \(many) records"
        guard let library = CipherDatabase.library else {
            return bench.skip(name, because: "libsqlcipher0 is not installed")
        }
        let cipher = try CipherDatabase(path: "\(folder)/cipher.db", library: library)
        try cipher.fill(many, size: 48)
        let numbers = Numbers(many)
        let get = { (times: Int) in
            for _ in 0..<times { precondition(cipher.get(Array("\(numbers.next())".utf8)) == 48) }
        }
        bench.measure(
            Comparison(
                name: name, peer: "SQLCipher, a prepared SELECT", ours: large.reading(of: many), theirs: get))
        let session = try large.signIn()
        bench.measure(
            Comparison(
                name: "token read beside SQLCipher, \(many) records", peer: "SQLCipher, a prepared SELECT", reach: 0.8,
                ours: { times in
                    for _ in 0..<times { _ = must { try session.accessToken.withBearer { $0.byteCount } } }
                }, theirs: get))
    }
}
