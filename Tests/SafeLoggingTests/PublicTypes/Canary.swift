import Glibc
import LeakAudit
import Sealing
import SessionAuth
import SessionVault
import TestSupport

@testable import SafeLogging

/// Made-up secrets and addresses, each with the same word in it.
enum Canary {
    /// Begins every one of them, and stands nowhere else.
    static let word = "canarybird"
    static let secret = "canarybird-Zq81xTn5vW03kLp9"
    static let address = "canarybird.person@example.test"

    static var bytes: SecretBytes { SecretBytes(utf8: secret) }
}

/// A server in this process, that knows one person.
struct CanaryService: AuthService {
    let realm = "made-up-realm"
    let branches: Set<SignInBranch> = [.emailPassword, .emailCode]
    var role: Role? = .driver
    var fault: ServiceError?

    func signIn(with credential: borrowing Credential, extras: borrowing SignInExtras) async throws(ServiceError)
        -> SignInAnswer
    {
        if let fault { throw fault }
        do {
            return SignInAnswer(
                profile: try await profile(of: AccountID(realm: realm, subject: Canary.address), token: Canary.bytes),
                tokens: try TokenSet(access: Canary.bytes, refresh: Canary.bytes, scopes: ["canarybird-scope"]),
                deviceCode: DeviceCode(code: Canary.bytes),
                notification: NotificationIdentity(token: Canary.bytes, app: "app"))
        } catch { throw ServiceError(.invalidAnswer) }
    }

    func profile(of account: AccountID, token: borrowing SecretBytes) async throws(ServiceError) -> AccountAnswer {
        AccountAnswer(account: account, role: role, isEnabled: true, user: UserRecord(json: Canary.bytes))
    }

    func logOut(token: borrowing SecretBytes, withdrawing notification: borrowing NotificationIdentity?)
        async throws(ServiceError)
    {}

    func revoke(token: borrowing SecretBytes, of account: AccountID) async throws(ServiceError) -> Bool { true }
}

/// A vault and a coordinator with one person signed in, all of whose values are canaries.
final class CanaryHouse: Sendable {
    let folder: TemporaryDirectory
    let vault: Vault
    let coordinator: AuthCoordinator
    let session: AdmittedSession

    init() async throws {
        folder = try TemporaryDirectory()
        vault = try Self.vault(in: folder)
        coordinator = Self.coordinator(vault, CanaryService())
        session = try await coordinator.signIn(
            with: .email(Sensitive(Canary.address), password: Canary.bytes), extras: SignInExtras())
    }

    private static func vault(in folder: TemporaryDirectory) throws -> Vault {
        try KeyFile.create(at: folder.path("key"))
        let vault = try Vault.create(at: folder.path("vault"), unlockingWith: .keyFile(path: folder.path("key")))
        try vault.secrets.set(Canary.bytes, for: SecretName(service: "canarybird-service", account: Canary.address))
        return vault
    }

    static func coordinator(_ vault: Vault, _ service: CanaryService) -> AuthCoordinator {
        AuthCoordinator(
            vault: vault, gate: RoleGate(admitting: [.driver]), service: service,
            configuration: SignInConfiguration(branches: [.emailPassword], keepsOtherAccounts: true),
            logger: SafeLogger(category: "canary", minimumLevel: .debug, sinks: [MemorySink()]))
    }

    /// What the coordinator says of a sign-in at `service`.
    func failure(_ service: CanaryService) async -> AuthError? {
        do throws(AuthError) {
            _ = try await Self.coordinator(vault, service).signIn(
                with: .email(Sensitive(Canary.address), password: Canary.bytes), extras: SignInExtras())
            return nil
        } catch { return error }
    }

    /// A report on a log with the access token in it.
    func report() throws -> LeakReport {
        let path = folder.path("log")
        let file = unsafe fopen(path, "w")
        _ = unsafe fputs("x \(Canary.secret) y\n", file)
        unsafe fclose(file)
        return try LeakAudit(of: vault).scan([path, folder.path("absent")])
    }
}
