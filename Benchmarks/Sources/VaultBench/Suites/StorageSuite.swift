import SessionVault

/// One durable write and one warm read of a session's token, beside raw SQLite.
///
/// The raw side writes and reads rows of the size that a sealed token has (1,320 and 552 bytes), in a file with the same
/// pragmas. Ours also seals, opens, checks that the session is alive, and keeps the manifest.
enum StorageSuite: Suite {
    static let name = "storage"
    static let summary = "a durable token write and a warm token read; beside raw SQLite"

    static func compare(_ run: (Comparison) -> Void) {
        let folder = TemporaryFolder.make()
        defer { TemporaryFolder.remove(folder) }
        do {
            let session = try signIn(folder)
            let raw = try RawDatabase(path: "\(folder)/raw.db", metadataSize: 1_320, bodySize: 552)
            run(get(session, raw))
            run(put(session, raw))
        } catch { preconditionFailure("\(error)") }
    }

    private static let rawName = [UInt8](repeating: 7, count: 16)

    private static func put(_ session: AdmittedSession, _ raw: RawDatabase) -> Comparison {
        Comparison(
            name: "durable put", peer: "BEGIN IMMEDIATE, INSERT, COMMIT; WAL, synchronous=FULL",
            ours: { times in
                for _ in 0..<times {
                    do { try session.replaceTokens(with: try tokens()) } catch { preconditionFailure("\(error)") }
                }
            },
            theirs: { times in for _ in 0..<times { raw.put(rawName) } })
    }

    private static func get(_ session: AdmittedSession, _ raw: RawDatabase) -> Comparison {
        raw.put(rawName)
        return Comparison(
            name: "warm token read", peer: "a prepared SELECT of the same bytes",
            ours: { times in
                for _ in 0..<times {
                    let size = (try? session.accessToken.withBearer { $0.byteCount }) ?? 0
                    precondition(size > 0)
                }
            },
            theirs: { times in for _ in 0..<times { precondition(raw.get(rawName) > 0) } })
    }

    private static func tokens() throws -> TokenSet {
        try TokenSet(access: SecretBytes(utf8: "bench-token-Zk3v9QpL7xWmT2rYb8Nc5HdJ4sGf6AeU"))
    }

    private static func signIn(_ folder: String) throws -> AdmittedSession {
        try KeyFile.create(at: "\(folder)/key")
        let vault = try Vault.create(at: "\(folder)/bench.vault", unlockingWith: .keyFile(path: "\(folder)/key"))
        let answer = SignInAnswer(
            profile: AccountAnswer(
                account: try AccountID(realm: "bench", subject: "1"), role: .driver, isEnabled: true,
                user: UserRecord(json: SecretBytes(utf8: "{}"))),
            tokens: try tokens())
        let attempt = vault.beginAttempt(via: .emailPassword)
        return try vault.admit(try RoleGate(admitting: [.driver]).admit(answer, in: attempt), storing: answer)
    }
}
