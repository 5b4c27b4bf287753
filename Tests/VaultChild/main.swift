import CLinux
import Glibc
import Sealing
import SessionVault

// A process of its own for tests that kill, race or starve one. Prints one word a line: what was done, or an error's code.

func say(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = unsafe write(1, bytes, bytes.count)
}

func variable(_ name: String) -> String { unsafe getenv(name).map { unsafe String(cString: $0) } ?? "" }

cl_end_with_parent()

let keyFile = variable("VAULT_KEY_FILE")
let spareKeyFile = variable("VAULT_SPARE_KEY_FILE")

func source() -> KeySource { .keyFile(path: keyFile) }

func spareSource() -> KeySource { .keyFile(path: spareKeyFile) }

func signIn(_ subject: String, to vault: Vault) throws {
    let answer = SignInAnswer(
        profile: AccountAnswer(
            account: try account(subject), role: .driver, isEnabled: true,
            user: UserRecord(json: SecretBytes(utf8: #"{"id":"\#(subject)"}"#))),
        tokens: try TokenSet(access: SecretBytes(utf8: "token-of-\(subject)")),
        deviceCode: DeviceCode(code: SecretBytes(utf8: "device-of-\(subject)")),
        notification: NotificationIdentity(token: SecretBytes(utf8: "push-of-\(subject)"), app: "app"))
    let admission = try RoleGate(admitting: [.driver]).admit(answer, in: vault.beginAttempt(via: .emailPassword))
    _ = try vault.admit(admission, storing: answer)
}

/// Signs in accounts of one family, and says each one's name once its session is durable.
func signInMany(_ family: String, count: Int, to vault: Vault) throws {
    for number in 1...count {
        try signIn("\(family)-\(number)", to: vault)
        say("\(family)-\(number)")
    }
}

/// Replaces an account's tokens by numbered ones, and says each number once it is durable.
func countTokens(of subject: String, to count: Int, in vault: Vault) throws {
    guard let session = try vault.restore(account(subject)) else { return say("no session") }
    for number in 1...count {
        let digits = "\(number)"
        let token = "made-up-token-" + String(repeating: "0", count: 12 - digits.utf8.count) + digits
        try session.refresh.store(TokenSet(access: SecretBytes(utf8: token)), at: .now)
        say("\(number)")
    }
}

/// Lets no file grow past `bytes`, signs in until that fails, lifts the limit and signs in once more.
func starve(_ bytes: UInt, _ vault: Vault) throws {
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit()
    unsafe getrlimit(__rlimit_resource_t(1), &limit)
    let plenty = limit.rlim_cur
    limit.rlim_cur = bytes
    unsafe setrlimit(__rlimit_resource_t(1), &limit)
    do { try signInMany("starved", count: 10_000, to: vault) } catch let error as VaultError { say("\(error.code)") }
    limit.rlim_cur = plenty
    unsafe setrlimit(__rlimit_resource_t(1), &limit)
    try signInMany("fed", count: 1, to: vault)
}

/// Forks with the vault open, and says what the child is told, and whether the parent goes on.
func forkWith(_ vault: Vault) throws {
    typealias Fork = @convention(c) () -> pid_t
    // Swift hides `fork`, which embedders call all the same.
    guard let symbol = unsafe dlsym(nil, "fork") else { return say("no fork") }
    let child = unsafe unsafeBitCast(symbol, to: Fork.self)()
    guard child != 0 else {
        for attempt in [
            { _ = try vault.sessions() }, { try signIn("child", to: vault) },
        ] as [() throws -> Void] {
            do {
                try attempt()
                say("shared")
            } catch let error as VaultError { say("\(error.code)") }
        }
        exit(0)
    }
    var status: CInt = 0
    unsafe waitpid(child, &status, 0)
    say("child \(status)")
    try signIn("parent", to: vault)
    say("sessions \(try vault.sessions().count)")
}

func run(_ command: String, _ path: String, _ rest: [String]) throws {
    let numbers = rest.map { Int($0) ?? 0 }
    switch command {
    case "create":
        umask(mode_t(rest[0], radix: 8) ?? 0)
        _ = try Vault.create(at: path, unlockingWith: source(), cost: .weakest)
        say("created")
    case "sign-in":
        try signInMany(rest[0], count: numbers[1], to: Vault.open(at: path, unlockingWith: source()))
    case "count":
        try countTokens(of: rest[0], to: numbers[1], in: Vault.open(at: path, unlockingWith: source()))
    case "starve": try starve(UInt(numbers[0]), Vault.open(at: path, unlockingWith: source()))
    case "fork": try forkWith(Vault.open(at: path, unlockingWith: source()))
    case "churn":
        var churn = try Churn(
            Vault.open(at: path, unlockingWith: source()), seed: UInt64(rest[0]) ?? 0)
        try churn.run(from: numbers[1])
    case "kill-points":
        var points = KillPoints(in: path, seed: UInt64(rest[1]) ?? 0)
        try points.run(numbers[0])
    case "crowd":
        try Crowd(path: path, process: numbers[0], seconds: numbers[1]).run(threads: 8)
    case "faults":
        var faults = FaultRun(
            path: path, operation: rest[0], calls: rest[1], error: Int32(numbers[2]), isLasting: rest[3] == "lasting")
        try faults.run()
    case "mutants":
        try Mutants(folder: path, seed: UInt64(rest[0]) ?? 0).run(from: numbers[1], count: numbers[2])
    case "page-reads": try PageReads.run(path)
    case "key-sources": KeySourceRun.run(path, rest)
    default: say("unknown")
    }
}

let arguments = CommandLine.arguments
do {
    try run(arguments[1], arguments[2], Array(arguments.dropFirst(3)))
} catch let error as VaultError {
    say("\(error.code)")
} catch let failure as KillPoints.Failure {
    say("failed: \(failure.reason)")
    exit(1)
} catch {
    say("failed")
    exit(1)
}
