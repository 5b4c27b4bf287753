import Foundation
import OrderingClient
import SafeLogging
import Sealing
import SessionAuth
import SessionVault
import TestSupport

/// A coordinator, a vault in a file, and a client of a project at the loopback server.
struct App {
    let project: Project
    let folder: TemporaryDirectory
    let vault: Vault
    let sink = MemorySink()
    let coordinator: AuthCoordinator

    static func start(
        cleanupTimeout: Duration = .seconds(60), _ change: (inout OrderingClient.Options) -> Void = { _ in }
    ) async throws -> App {
        try await App(Project.start(change), cleanupTimeout)
    }

    private init(_ project: Project, _ cleanupTimeout: Duration) throws {
        self.project = project
        folder = try TemporaryDirectory()
        vault = try Vault.create(
            at: folder.path("v"), unlockingWith: .passphrase(secret("made-up passphrase")), cost: .weakest)
        coordinator = AuthCoordinator(
            vault: vault, gate: RoleGate(admitting: [.driver]), service: project.client,
            configuration: SignInConfiguration(
                branches: Set(SignInBranch.allCases), cleanupTimeout: cleanupTimeout),
            logger: SafeLogger(category: "auth", minimumLevel: .debug, sinks: [sink]))
    }

    func credential(_ branch: SignInBranch, of number: Int) async throws -> Credential {
        let (address, phone) = (Person.address(number), Person.cellphone(number))
        switch branch {
        case .emailPassword: return .email(address, password: secret("password-of-\(number)"))
        case .cellphonePassword:
            return .cellphone(phone, countryCode: "57", password: secret("password-of-\(number)"))
        case .emailCode:
            try await project.client.requestOneTimeCode(for: .email(address))
            return .email(address, oneTimeCode: try await code(for: address))
        case .cellphoneCode:
            try await project.client.requestOneTimeCode(for: .cellphone(phone, countryCode: "57"))
            return .cellphone(phone, countryCode: "57", oneTimeCode: try await code(for: phone))
        case .deviceCode: return .deviceCode(secret("DEVICE-CODE-\(number)"))
        case .google, .openID, .deviceGrant: return .google(identityToken: Person.googleToken(number))
        case .apple: return .apple(authorizationCode: secret("apple-token-\(number)"))
        case .facebook: return .facebook(accessToken: secret("facebook-token-\(number)"))
        }
    }

    private func code(for address: Sensitive<String>) async throws -> SecretBytes {
        let address = address.withExposedValue { $0 }
        guard let code = try await project.server.code(for: address) else { throw Missing() }
        return secret(code)
    }

    func signIn(_ branch: SignInBranch, as number: Int, push: String = "push-1") async throws -> AuthError? {
        let credential = try await credential(branch, of: number)
        let extras = SignInExtras(notification: NotificationIdentity(token: secret(push), app: "app"))
        do throws(AuthError) {
            _ = try await coordinator.signIn(with: credential, extras: extras)
            return nil
        } catch { return error }
    }

    func log() -> String { sink.lines.joined(separator: "\n") }

    func restarted() -> AuthCoordinator {
        AuthCoordinator(
            vault: vault, gate: RoleGate(admitting: [.driver]), service: project.client,
            configuration: SignInConfiguration(branches: Set(SignInBranch.allCases)))
    }

    func stored() throws -> [String] { try vault.sessions().map(\.account.subject) }

    /// What stands in the vault's file and its log, read by another process: this one would lose its locks on them.
    func fileBytes() async throws -> Data {
        let paths = ["v", "v-wal"].map { folder.path($0) }
        return try await OffPool.run {
            let (process, pipe) = (Process(), Pipe())
            process.executableURL = URL(fileURLWithPath: "/bin/cat")
            process.arguments = paths
            process.standardOutput = pipe
            try process.run()
            let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            return bytes
        }
    }
}
