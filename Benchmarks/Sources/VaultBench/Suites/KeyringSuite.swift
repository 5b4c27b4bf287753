import SessionVault

/// Reads and writes beside the desktop's keyring (libsecret and whatever answers on the session's bus).
enum KeyringSuite: Suite {
    static let name = "keyring"
    static let summary = "a read and a durable write at 200 records; beside the Secret Service"

    static func compare(_ bench: Bench) throws {
        let names = ["token read beside a keyring", "durable write beside a keyring"]
        guard let keyring = Keyring() else {
            for name in names {
                bench.skip(name, because: "libsecret is not installed, or no unlocked keyring answers on the bus")
            }
            return
        }
        let count = bench.isSmoke ? 10 : 200
        for number in 1...count { precondition(keyring.store("\(number)", "made-up value \(number)")) }
        let folder = TemporaryFolder.make()
        defer { TemporaryFolder.remove(folder) }
        let place = try BenchVault(in: folder)
        try place.fill(count)
        let session = try place.signIn()
        bench.measure(
            Comparison(
                name: names[0], peer: "secret_password_lookup_sync", reach: 0.01,
                ours: { times in
                    for _ in 0..<times { _ = must { try session.accessToken.withBearer { $0.byteCount } } }
                },
                theirs: { times in for _ in 0..<times { precondition(keyring.lookup("\(count / 2)") > 0) } },
                roundLimit: 500))
        bench.measure(
            Comparison(
                name: names[1], peer: "secret_password_store_sync", reach: 0.02,
                ours: { times in
                    for _ in 0..<times { must { try session.replaceTokens(with: BenchVault.tokens()) } }
                },
                theirs: { times in for _ in 0..<times { precondition(keyring.store("1", "another made-up value")) } },
                roundLimit: 100))
    }
}
