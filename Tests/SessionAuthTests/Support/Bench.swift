import Foundation
import Sealing
import SessionAuth
import SessionVault
import TestSupport

/// A vault in a folder of its own, a scripted server, a clock that stands still, and a logger that keeps its lines.
final class Bench: Sendable {
    let folder: String
    let vault: Vault
    let service: ScriptedService
    let clock = ManualClock()
    let sink = MemorySink()
    let configuration: SignInConfiguration
    let gate: RoleGate
    let coordinator: AuthCoordinator

    init(
        gate: RoleGate = RoleGate(admitting: [.driver]), service: ScriptedService = ScriptedService(),
        configuration: SignInConfiguration = SignInConfiguration(branches: Set(SignInBranch.allCases)),
        endProviderSession: (@Sendable (SignInBranch) async -> Bool)? = nil
    ) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "auth-\(UUID().uuidString)").path()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try KeyFile.create(at: folder + "/key")
        vault = try Vault.create(at: folder + "/test.vault", unlockingWith: .keyFile(path: folder + "/key"))
        self.service = service
        self.configuration = configuration
        self.gate = gate
        coordinator = AuthCoordinator(
            vault: vault, gate: gate, service: service, configuration: configuration, clock: clock,
            logger: SafeLogger(category: "auth", minimumLevel: .debug, sinks: [sink]),
            endProviderSession: endProviderSession)
        for person in Self.people { service.know(person, by: Self.secret(of: person.subject)) }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Two drivers, and a customer.
    static let people = [
        ScriptedService.Person(subject: "anna"), ScriptedService.Person(subject: "bert"),
        ScriptedService.Person(subject: "carl", role: .customer),
    ]

    static func secret(of subject: String) -> String { "made-up-secret-of-\(subject)" }

    /// Signs in by e-mail address and password.
    @discardableResult
    func signIn(_ subject: String, push: String? = nil) async throws(AuthError) -> AdmittedSession {
        try await coordinator.signIn(with: Self.credential(of: subject), extras: Self.extras(push: push))
    }

    static func credential(of subject: String) -> Credential {
        .email(Sensitive("\(subject)@example.test"), password: SecretBytes(utf8: secret(of: subject)))
    }

    static func extras(push: String?) -> SignInExtras {
        guard let push else { return SignInExtras() }
        return SignInExtras(notification: NotificationIdentity(token: SecretBytes(utf8: push), app: "demo"))
    }

    func account(_ subject: String) throws -> AccountID {
        try AccountID(realm: ScriptedService.issuer, subject: subject)
    }

    /// A second coordinator over the same vault, as after a restart of the app.
    func restarted() -> AuthCoordinator {
        AuthCoordinator(
            vault: vault, gate: gate, service: service, configuration: configuration, clock: clock,
            logger: SafeLogger(category: "auth", minimumLevel: .debug, sinks: [sink]))
    }

    /// The bytes of the vault's file and of its write-ahead log.
    func fileBytes() async throws -> Data { try await VaultBytes.read(folder + "/test.vault") }

    /// The subjects that have a session on disk.
    func stored() throws -> Set<String> {
        Set(try vault.sessions().map(\.account.subject))
    }
}

/// All states of a coordinator, until it is gone.
func states(of stream: AsyncStream<AuthState>) async -> [String] {
    var states: [String] = []
    for await state in stream { states.append(state.description) }
    return states
}

extension AuthState {
    var isActive: Bool {
        if case .active = self { true } else { false }
    }

    var isProvisional: Bool {
        if case .provisional = self { true } else { false }
    }

    var cleanup: CleanupReport? {
        if case .rejected(let report) = self { report } else { nil }
    }

    var signedOutReason: SignedOutReason? {
        if case .signedOut(let reason) = self { reason } else { nil }
    }
}

/// The error that `body` ends with, or nil.
func failure<R>(_ body: () async throws(AuthError) -> R) async -> AuthError? {
    do throws(AuthError) {
        _ = try await body()
        return nil
    } catch { return error }
}
