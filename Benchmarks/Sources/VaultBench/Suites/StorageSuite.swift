@_spi(Benchmarks) import SessionVault

/// One durable write and reads of a session's records, beside raw SQLite.
///
/// The raw side writes and reads rows of the size that a sealed token has (1,320 and 552 bytes), in a file with the same
/// pragmas. Ours also seals, opens, checks that the session is alive, and keeps the manifest.
enum StorageSuite: Suite {
    static let name = "storage"
    static let summary = "reads of a session, a durable token write, 1,000 puts at once; beside raw SQLite"

    static func compare(_ bench: Bench) throws {
        let folder = TemporaryFolder.make()
        defer { TemporaryFolder.remove(folder) }
        let session = try BenchVault(in: folder).signIn()
        let raw = try RawDatabase(path: "\(folder)/raw.db", metadataSize: 1_320, bodySize: 552)
        raw.put(rawName)
        let get = { (times: Int) in for _ in 0..<times { precondition(raw.get(rawName) > 0) } }
        bench.measure(
            Comparison(
                name: "token read, vault unchanged", peer: "a prepared SELECT of the same bytes", reach: 0.3,
                ours: { times in
                    for _ in 0..<times {
                        precondition(must { try session.accessToken.withBearer { $0.byteCount } } > 0)
                    }
                }, theirs: get))
        bench.measure(
            Comparison(
                name: "user record read", peer: "a prepared SELECT of the same bytes",
                ours: { times in for _ in 0..<times { _ = must { try session.readUser() } } }, theirs: get))
        bench.measure(
            Comparison(
                name: "durable token write", peer: "BEGIN IMMEDIATE, INSERT, COMMIT; WAL, synchronous=FULL",
                reach: 1.15,
                ours: { times in
                    for _ in 0..<times { must { try session.replaceTokens(with: BenchVault.tokens()) } }
                },
                theirs: { times in for _ in 0..<times { raw.put(rawName) } }))
        try many(bench, folder)
    }

    /// Rows of the size of a secret's that has been written often (1,064 and 296 bytes), which keeps the fingerprints of eight
    /// older values; ours makes each secret known to the loggers besides.
    private static func many(_ bench: Bench, _ folder: String) throws {
        let count = bench.isSmoke ? 50 : 1_000
        let place = try BenchVault(in: folder, name: "many")
        let raw = try RawDatabase(path: "\(folder)/many.db", metadataSize: 1_064, bodySize: 296)
        let names = (1...count).map { BenchVault.name($0) }
        let rawNames = (1...count).map { number in (0..<16).map { UInt8(truncatingIfNeeded: number >> ($0 % 4 * 8)) } }
        for isPublishing in [true, false] {
            bench.measure(
                Comparison(
                    name: "\(count) puts in one transaction" + (isPublishing ? "" : ", loggers not told"),
                    peer: "BEGIN IMMEDIATE, \(count) INSERTs, COMMIT", reach: 1.5,
                    ours: { times in
                        for _ in 0..<times {
                            must {
                                try place.vault.secrets.setEach(names, isPublishing: isPublishing) { _ in
                                    SecretBytes.random(count: 48)
                                }
                            }
                        }
                    },
                    theirs: { times in for _ in 0..<times { raw.putAll(rawNames) } }, roundLimit: 100))
        }
    }

    private static let rawName = [UInt8](repeating: 7, count: 16)
}
