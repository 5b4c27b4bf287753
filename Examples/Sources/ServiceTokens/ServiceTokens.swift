import Glibc
import OAuthClient
import SafeLogging
import SessionAuth

/// A service that keeps its API token fresh: systemd hands it the key of its vault as the credential `vault-key`.
@main
struct ServiceTokens {
    static let usage = "usage: ServiceTokens VAULT ISSUER CLIENT-ID ROLE [--once]"

    static func main() async {
        let words = Array(CommandLine.arguments.dropFirst())
        guard (4...5).contains(words.count), let role = Role(words[3]) else {
            print(usage)
            exit(2)
        }
        do {
            try await run(words[0], issuer: words[1], client: words[2], role, isOnce: words.last == "--once")
        } catch {
            print("ServiceTokens: \(error)")
            exit(1)
        }
    }

    static func run(_ path: String, issuer: String, client: String, _ role: Role, isOnce: Bool) async throws {
        let logger = SafeLogger(category: "tokens", sinks: [StandardErrorSink()])
        let vault = try await Vault.open(at: path, unlockingWith: .keyFile(credential: "vault-key"))
        let service = try await OAuthService.discover(OAuthConfiguration(issuer: issuer, clientID: client))
        let coordinator = AuthCoordinator(
            vault: vault, gate: RoleGate(admitting: [role]), service: service,
            configuration: SignInConfiguration(branches: [.deviceGrant]), logger: logger)
        guard let session = try await coordinator.restore() else {
            print("No session of \(issuer) is stored. Sign in once: vault login --device --issuer \(issuer)")
            exit(1)
        }
        let account = session.account
        repeat {
            do {
                // The request that the service is there for. A token that is about to end is refreshed before it.
                let answer = try await coordinator.perform { (token) async throws(ServiceError) in
                    try await service.profile(of: account, token: token)
                }
                logger.info("asked as \(answer.role?.description ?? "nobody", privacy: .public)")
            } catch {
                guard !isOnce, !coordinator.state.isSignedOut else { throw error }
                logger.warning("not now: \(error.code.description, privacy: .public)")
            }
            if !isOnce { try await Task.sleep(for: .seconds(60)) }
        } while !isOnce
    }
}

extension AuthState {
    fileprivate var isSignedOut: Bool {
        if case .signedOut = self { true } else { false }
    }
}
