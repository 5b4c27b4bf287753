import Glibc
import Sealing
import SessionVault

/// Threads of one process that read and write a vault which other processes read and write too.
///
/// Each thread owns a counter and an account, and shares three accounts with everybody. It says what it misses or what
/// it was refused, and at the end what its counter has to be.
final class Crowd: Sendable {
    private let vault: Vault
    private let process: Int
    private let end: Int

    init(path: String, process: Int, seconds: Int) throws {
        vault = try Vault.open(at: path, unlockingWith: source())
        self.process = process
        end = Self.now() + seconds
    }

    func run(threads: Int) {
        let running = (0..<threads).map { thread in
            Self.start { self.work("\(self.process)-\(thread)", thread) }
        }
        for thread in running { pthread_join(thread, nil) }
        say("done")
    }

    private func work(_ name: String, _ thread: Int) {
        var count = 0
        do {
            while Self.now() < end {
                count += 1
                try advance(name, to: count)
                if count % 4 == thread % 4 { try useOwnAccount(name, count) }
                try useShared("shared-\(count % 3)", count)
                if process == 0, thread == 0, count % 20 == 0 { try vault.rotate() }
            }
            say("counter \(name) \(count)")
        } catch let error as VaultError { say("refused \(name) \(error.code)") } catch { say("lost \(name) \(count)") }
    }

    /// Reads the counter, which has to stand where this thread left it, and writes the next number.
    private func advance(_ name: String, to count: Int) throws {
        let secret = SecretName(service: "counter", account: name)
        guard try Ledger.secret(secret, in: vault) ?? 0 == count - 1 else { throw Ledger.Nonsense() }
        try vault.secrets.set(SecretBytes(utf8: "\(count)"), for: secret)
    }

    private func useOwnAccount(_ name: String, _ count: Int) throws {
        let session = try vault.signIn("own-\(name)", count)
        try session.replaceTokens(with: TokenSet(access: SecretBytes(utf8: "token-\(count + 1)")))
        guard try Ledger.number(session.readTokens().access) == count + 1,
            try Ledger.user(of: session) == count
        else { throw Ledger.Nonsense() }
        guard count % 8 < 4 else { return }
        try session.remove()
        guard try vault.restore(session.account) == nil else { throw Ledger.Nonsense() }
    }

    /// Writes an account that all write, and reads it: token and user record are always of the same sign-in.
    private func useShared(_ subject: String, _ count: Int) throws {
        let number = process * 1_000_000 + count
        if count % 3 == 0 { _ = try vault.signIn(subject, number) }
        guard let session = try vault.restore(account(subject)) else { return }
        do {
            let tokens = try Ledger.number(session.readTokens().access)
            guard try Ledger.user(of: session) == tokens else { throw Ledger.Nonsense() }
        } catch let error as VaultError {
            // Somebody signed in meanwhile.
            guard error.code == .sessionEnded else { throw error }
        }
    }

    private static func now() -> Int { time(nil) }

    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    private static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t {
        var thread = pthread_t()
        let work = unsafe Unmanaged.passRetained(Work(body)).toOpaque()
        unsafe pthread_create(
            &thread, nil,
            { work in
                if let work = unsafe work { unsafe Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
                return nil
            }, work)
        return thread
    }
}
