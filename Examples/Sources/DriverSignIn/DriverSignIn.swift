import Glibc
import OrderingClient
import SessionAuth

@main
struct DriverSignIn {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count == 5 else {
            print("usage: DriverSignIn VAULT KEY-FILE SERVER PROJECT EMAIL   (the password comes on standard input)")
            exit(2)
        }
        let (path, keyFile, server) = (arguments[1], arguments[2], arguments[3])
        let coordinator = AuthCoordinator(
            vault: try openOrCreate(path, keyFile: keyFile), gate: RoleGate(admitting: [.driver]),
            service: try OrderingClient(server: server, project: arguments[4]),
            configuration: SignInConfiguration(branches: [.emailPassword]))

        if try await coordinator.restore() != nil {
            _ = try await coordinator.confirm()
            print("Signed in again from the vault; the server and the gate agree.")
            return
        }
        guard let password = readLine() else { return print("No password.") }
        do {
            let session = try await coordinator.signIn(
                with: .email(Sensitive(arguments[5]), password: SecretBytes(utf8: password)))
            print("Signed in by \(session.branch); the gate admits \(session.policy).")
        } catch {
            print(error, error.cleanup.map { "(\($0))" } ?? "")
            exit(1)
        }
    }

    static func openOrCreate(_ path: String, keyFile: String) throws -> Vault {
        do { return try Vault.open(at: path, unlockingWith: .keyFile(path: keyFile)) } catch {
            guard error.code == .absent else { throw error }
            try KeyFile.create(at: keyFile)
            return try Vault.create(at: path, unlockingWith: .keyFile(path: keyFile))
        }
    }
}
