import Glibc
import RawSodium
import SessionVault

/// What opening costs: with every record checked, beside SQLCipher's key derivation, and with a passphrase beside the bare
/// derivation that it needs.
enum OpenSuite: Suite {
    static let name = "open"
    static let summary =
        "opening with a key file and every record checked, and with a passphrase; beside SQLCipher, Argon2id"

    static func compare(_ bench: Bench) throws {
        let folder = TemporaryFolder.make()
        defer { TemporaryFolder.remove(folder) }
        for count in bench.isSmoke ? [1_000] : [1_000, 10_000] {
            let place = try BenchVault(in: folder, name: "\(count)")
            try place.fill(count)
            bench.measure(
                Comparison(
                    name: "open, \(count) records checked", peer: "open, the header alone",
                    ours: checked(place, count),
                    theirs: { times in for _ in 0..<times { _ = must { try place.open(.onRequest) } } }, roundLimit: 200
                ))
            if count == 1_000 { try besideCipher(bench, folder, place) }
        }
        try passphrase(bench, folder)
    }

    private static func checked(_ place: BenchVault, _ count: Int) -> (Int) -> Void {
        { times in for _ in 0..<times { _ = must { try place.open(.upTo(records: count)) } } }
    }

    private static func besideCipher(_ bench: Bench, _ folder: String, _ place: BenchVault) throws {
        let name = "open beside SQLCipher, 1000 records checked"
        guard let library = CipherDatabase.library else {
            return bench.skip(name, because: "libsqlcipher0 is not installed")
        }
        let path = "\(folder)/cipher.db"
        try CipherDatabase(path: path, library: library).fill(1_000, size: 48)
        bench.measure(
            Comparison(
                name: name, peer: "SQLCipher with its default key derivation, open and first read", reach: 0.1,
                ours: checked(place, 1_000),
                theirs: { times in
                    for _ in 0..<times {
                        let cipher = must { try CipherDatabase(path: path, library: library) }
                        precondition(cipher.get(Array("1".utf8)) == 48)
                    }
                }, roundLimit: 40))
    }

    /// 64 MiB and three passes: what a phone can afford.
    private static func passphrase(_ bench: Bench, _ folder: String) throws {
        let (path, phrase) = ("\(folder)/passphrase.vault", "made-up passphrase")
        _ = try Vault.create(
            at: path, unlockingWith: .passphrase(SecretBytes(utf8: phrase)),
            cost: PassphraseCost(passes: 3, memoryKiB: 65_536))
        let (salt, input) = ([UInt8](repeating: 7, count: Int(crypto_pwhash_SALTBYTES)), Array(phrase.utf8CString))
        bench.measure(
            Comparison(
                name: "open with a passphrase", peer: "crypto_pwhash with the same parameters", reach: 1.02,
                ours: { times in
                    for _ in 0..<times {
                        _ = must {
                            try Vault.open(at: path, unlockingWith: .passphrase(SecretBytes(utf8: phrase)))
                        }
                    }
                },
                theirs: { times in
                    for _ in 0..<times {
                        var key = [UInt8](repeating: 0, count: 32)
                        precondition(
                            unsafe crypto_pwhash(
                                &key, 32, input, UInt64(input.count - 1), salt, 3, 65_536 << 10,
                                crypto_pwhash_ALG_ARGON2ID13) == 0)
                    }
                }, roundLimit: 30))
    }
}
