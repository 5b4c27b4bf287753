import Glibc
import OrderingClient
import SessionAuth

/// A driver's client for the terminal: signs in, stays signed in, survives being offline, signs out.
@main
struct DriverClient {
    static let usage = """
        usage: DriverClient VAULT KEY-FILE SERVER PROJECT sign-in EMAIL   (the password comes on standard input)
               DriverClient VAULT KEY-FILE SERVER PROJECT status
               DriverClient VAULT KEY-FILE SERVER PROJECT sign-out
        """

    static func main() async throws {
        let words = Array(CommandLine.arguments.dropFirst())
        guard words.count >= 5 else { return end(usage, status: 2) }
        let coordinator = AuthCoordinator(
            vault: try openOrCreate(words[0], keyFile: words[1]), gate: RoleGate(admitting: [.driver]),
            service: try OrderingClient(server: words[2], project: words[3]),
            configuration: SignInConfiguration(branches: [.emailPassword]))
        switch (words[4], words.count) {
        case ("sign-in", 6): await signIn(coordinator, email: words[5])
        case ("status", 5): await status(coordinator)
        case ("sign-out", 5): await signOut(coordinator)
        default: end(usage, status: 2)
        }
    }

    static func signIn(_ coordinator: AuthCoordinator, email: String) async {
        guard let password = readLine() else { return end("No password.", status: 2) }
        do {
            let session = try await coordinator.signIn(
                with: .email(Sensitive(email), password: SecretBytes(utf8: password)))
            print("Signed in by \(session.branch); the gate admits \(session.policy).")
        } catch { end("\(error)", error.cleanup.map { "\($0)" }, status: 1) }
    }

    /// The session that was stored is there at once; what the server says of it comes when it can be asked.
    static func status(_ coordinator: AuthCoordinator) async {
        do {
            guard try await coordinator.restore() != nil else { return end("Nobody is signed in.", status: 1) }
            try await coordinator.confirm()
            print("Signed in; the server and the gate agree.")
        } catch {
            // No connection ends no session: it stays provisional until somebody can tell.
            if case .provisional = coordinator.state { return print("Offline, and still signed in. (\(error))") }
            end("\(error)", status: 1)
        }
    }

    static func signOut(_ coordinator: AuthCoordinator) async {
        do {
            guard try await coordinator.restore() != nil else { return end("Nobody is signed in.", status: 1) }
            // What the server can't be told now, it is told at the next start.
            print("Signed out: \(await coordinator.signOut())")
        } catch { end("\(error)", status: 1) }
    }

    static func openOrCreate(_ path: String, keyFile: String) throws -> Vault {
        do { return try Vault.open(at: path, unlockingWith: .keyFile(path: keyFile)) } catch {
            guard error.code == .absent else { throw error }
            try KeyFile.create(at: keyFile)
            return try Vault.create(at: path, unlockingWith: .keyFile(path: keyFile))
        }
    }

    static func end(_ lines: String?..., status: CInt) {
        for case let line? in lines { print(line) }
        exit(status)
    }
}
