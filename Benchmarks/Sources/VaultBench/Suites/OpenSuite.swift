import SessionVault

/// What it costs to check every record when a vault is opened.
enum OpenSuite: Suite {
    static let name = "open"
    static let summary = "opening with a key file and every record checked; beside opening with the header alone"

    static func compare(_ run: (Comparison) -> Void) {
        let folder = TemporaryFolder.make()
        defer { TemporaryFolder.remove(folder) }
        do {
            try KeyFile.create(at: "\(folder)/key")
            for (count, rounds) in [(1_000, 200), (10_000, 30)] {
                let path = "\(folder)/\(count).vault"
                try fill(path, key: "\(folder)/key", count)
                run(comparison(path, key: "\(folder)/key", count, rounds))
            }
        } catch { preconditionFailure("\(error)") }
    }

    private static func comparison(_ path: String, key: String, _ count: Int, _ rounds: Int) -> Comparison {
        Comparison(
            name: "open, \(count) records checked", peer: "open, the header alone",
            ours: { times in for _ in 0..<times { open(path, key, .upTo(records: count)) } },
            theirs: { times in for _ in 0..<times { open(path, key, .onRequest) } }, roundLimit: rounds)
    }

    private static func open(_ path: String, _ key: String, _ verification: VaultOptions.Verification) {
        do {
            let vault = try Vault.open(
                at: path, unlockingWith: .keyFile(path: key), options: VaultOptions(verification: verification))
            precondition(vault.integrityWhenOpened?.isIntact ?? (verification == .onRequest))
        } catch { preconditionFailure("\(error)") }
    }

    private static func fill(_ path: String, key: String, _ count: Int) throws {
        let vault = try Vault.create(at: path, unlockingWith: .keyFile(path: key))
        for number in 1...count {
            try vault.secrets.set(
                SecretBytes.random(count: 48), for: SecretName(service: "bench", account: "\(number)"))
        }
    }
}
