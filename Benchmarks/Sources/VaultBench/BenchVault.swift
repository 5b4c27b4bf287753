@_spi(Benchmarks) import SessionVault

/// A vault in a folder of its own, opened with a key file.
struct BenchVault {
    let vault: Vault
    let path: String
    let key: String

    init(in folder: String, name: String = "bench") throws {
        path = "\(folder)/\(name).vault"
        key = "\(folder)/\(name).key"
        try KeyFile.create(at: key)
        vault = try Vault.create(at: path, unlockingWith: .keyFile(path: key))
    }

    /// Signs somebody in, as a server's answer would.
    func signIn() throws -> AdmittedSession {
        let answer = SignInAnswer(
            profile: AccountAnswer(
                account: try AccountID(realm: "bench", subject: "1"), role: .driver, isEnabled: true,
                user: UserRecord(json: SecretBytes(utf8: "{}"))),
            tokens: try Self.tokens())
        let attempt = vault.beginAttempt(via: .emailPassword)
        return try vault.admit(try RoleGate(admitting: [.driver]).admit(answer, in: attempt), storing: answer)
    }

    static func tokens() throws -> TokenSet {
        try TokenSet(access: SecretBytes(utf8: "bench-token-Zk3v9QpL7xWmT2rYb8Nc5HdJ4sGf6AeU"))
    }

    /// Stores secrets of 48 bytes, named by their numbers from 1.
    func fill(_ count: Int) throws {
        for number in 1...count {
            try vault.secrets.set(SecretBytes.random(count: 48), for: Self.name(number))
        }
    }

    /// The same in transactions of 10,000, and no logger learns of them.
    func fillAtOnce(_ count: Int) throws {
        for start in stride(from: 1, through: count, by: 10_000) {
            let names = (start...min(count, start + 9_999)).map { Self.name($0) }
            try vault.secrets.setEach(names, isPublishing: false) { _ in SecretBytes.random(count: 48) }
        }
    }

    static func name(_ number: Int) -> SecretName { SecretName(service: "bench", account: "\(number)") }

    func open(_ verification: VaultOptions.Verification) throws -> Vault {
        let vault = try Vault.open(
            at: path, unlockingWith: .keyFile(path: key), options: VaultOptions(verification: verification))
        precondition(vault.integrityWhenOpened?.isIntact ?? (verification == .onRequest))
        return vault
    }
}

/// Runs one operation of a benchmark, which has to succeed.
func must<R: ~Copyable>(_ body: () throws -> R) -> R {
    do { return try body() } catch { preconditionFailure("\(error)") }
}
