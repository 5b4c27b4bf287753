import HTTPTransport
import OAuthClient
import Sealing
import SessionAuth
import SessionVault
import TestSupport

/// A vault, a coordinator and a client of one issuer, with a clock that stands still.
final class OAuthBench: Sendable {
    let folder: TemporaryFolder
    let vault: Vault
    let service: OAuthService
    let coordinator: AuthCoordinator
    let clock: ManualClock
    let sink = MemorySink()

    init(issuer: String, role: RoleClaim = RoleClaim(path: ["role"]), enabledClaim: [String] = []) async throws {
        folder = try TemporaryFolder()
        clock = ManualClock()
        try KeyFile.create(at: folder.path("key"))
        vault = try await Vault.create(at: folder.path("test.vault"), unlockingWith: .keyFile(path: folder.path("key")))
        service = try await OAuthBench.discover(issuer, role: role, enabledClaim: enabledClaim, clock: clock)
        coordinator = AuthCoordinator(
            vault: vault, gate: RoleGate(admitting: [.driver]), service: service,
            configuration: SignInConfiguration(branches: [.deviceGrant, .openID]),
            logger: SafeLogger(category: "auth", minimumLevel: .debug, sinks: [sink]))
    }

    static func discover(
        _ issuer: String, role: RoleClaim = RoleClaim(path: ["role"]), enabledClaim: [String] = [],
        secret: String? = nil, clock: any Clock<Duration> = ManualClock()
    ) async throws(ServiceError) -> OAuthService {
        try await OAuthService.discover(
            OAuthConfiguration(
                issuer: issuer, clientID: "made-up-app", scopes: ["openid", "profile"], role: role,
                enabledClaim: enabledClaim),
            clientSecret: secret.map { SecretBytes(utf8: $0) }, clock: clock)
    }

    /// Begins a device grant and signs in with it, letting time pass whenever the client waits.
    func signIn() async throws -> AdmittedSession {
        try await signIn(with: try await service.beginDeviceGrant())
    }

    func signIn(with grant: consuming DeviceGrant) async throws -> AdmittedSession {
        let time = Task { [clock] in
            while !Task.isCancelled {
                await clock.sleepers(1)
                clock.advance(by: clock.longestSleep)
            }
        }
        defer { time.cancel() }
        return try await coordinator.signIn(with: grant.credential())
    }

    /// Refreshes the tokens of somebody; the server does not ask of whom they are.
    func refresh(_ tokens: borrowing TokenSet) async throws(ServiceError) -> TokenSet {
        let account: AccountID
        do throws(VaultError) { account = try AccountID(realm: service.realm, subject: "anna") } catch {
            throw ServiceError(.invalidInput)
        }
        return try await service.refresh(tokens, of: account)
    }

    /// Signs in with a grant while the test goes on.
    func begin(with grant: consuming DeviceGrant) -> Task<Result<AdmittedSession, AuthError>, Never> {
        let held = Lock<Credential?>(grant.credential())
        return Task { [coordinator] in
            do throws(AuthError) {
                let credential = held.withLock { credential in credential.take() }
                return .success(try await coordinator.signIn(with: credential ?? .deviceCode(.random(count: 8))))
            } catch { return .failure(error) }
        }
    }

    /// The error that signing in ends with, or nil.
    func failure() async throws -> AuthError? {
        do {
            _ = try await signIn()
            return nil
        } catch let error as AuthError { return error }
    }

    func stored() throws -> Set<String> {
        Set(try vault.sessions().map(\.account.subject))
    }
}

/// The error that `body` ends with, or nil.
func refusal<R: ~Copyable>(_ body: () async throws(ServiceError) -> R) async -> ServiceError.Code? {
    do throws(ServiceError) {
        _ = try await body()
        return nil
    } catch { return error.code }
}

func text(of secret: borrowing SecretBytes) -> String {
    secret.withExposedBytes { String(decoding: [UInt8](copying: $0), as: UTF8.self) }
}

func refreshToken(of tokens: borrowing TokenSet) -> String? {
    switch tokens.refresh {
    case .some(let token): text(of: token)
    case .none: nil
    }
}

extension Result {
    var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
