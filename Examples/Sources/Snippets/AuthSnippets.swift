import OAuthClient
import OrderingClient
import SessionAuth

func send(header: RawSpan) {}
func fetchOrders(bearer: borrowing SecretBytes) async throws(ServiceError) -> Int { 0 }

func makingAVault(path: String, keyFile: String) async throws -> Vault {
    try KeyFile.create(at: keyFile)
    let vault = try await Vault.create(at: path, unlockingWith: .keyFile(path: keyFile))
    return vault
}

func embedding(path: String, keyFile: String, email: String, password: consuming SecretBytes) async throws {
    let vault = try await Vault.open(at: path, unlockingWith: .keyFile(path: keyFile))
    let coordinator = AuthCoordinator(
        vault: vault, gate: RoleGate(admitting: [.driver]),
        service: try OrderingClient(server: "https://api.example.com", project: "acme"),
        configuration: SignInConfiguration(branches: [.emailPassword, .cellphonePassword]))

    let session = try await coordinator.signIn(with: .email(Sensitive(email), password: password))
    try session.accessToken.withBearer { send(header: $0) }  // "Bearer …", in secret memory
}

/// On the main actor, as a program's `main` is.
@MainActor
func goingOn(_ coordinator: AuthCoordinator, email: String, password: consuming SecretBytes) async throws -> Int {
    if try await coordinator.restore() == nil {
        try await coordinator.signIn(with: .email(Sensitive(email), password: password))
    }
    try await coordinator.confirm()
    let orders = try await coordinator.perform { (token) async throws(ServiceError) in
        try await fetchOrders(bearer: token)
    }
    let report = await coordinator.signOut()
    print(report)
    return orders
}

func branches(_ coordinator: AuthCoordinator) {
    for branch in SignInBranch.allCases {
        if case .hidden(let reason) = coordinator.availability(of: branch) { print("\(branch): \(reason)") }
    }
}

func deviceGrant(_ coordinator: AuthCoordinator) async throws {
    let service = try await OAuthService.discover(
        OAuthConfiguration(issuer: "https://login.example.com", clientID: "app"))
    let grant = try await service.beginDeviceGrant()
    let code = grant.userCode.withExposedValue { $0 }
    print("Open \(grant.verificationURI) and enter \(code)")
    try await coordinator.signIn(with: grant.credential())
}

func refused(_ coordinator: AuthCoordinator, email: String, code: consuming SecretBytes) async throws {
    do {
        try await coordinator.signIn(with: .email(Sensitive(email), oneTimeCode: code))
    } catch {
        print(error, error.cleanup?.description ?? "")
    }
}
