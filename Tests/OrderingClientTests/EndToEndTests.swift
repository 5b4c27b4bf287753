import OrderingClient
import SafeLogging
import Sealing
import SessionAuth
import SessionVault
import TestSupport
import Testing

/// Coordinator, vault and a real server: what the parts promise each other holds together.
@Suite struct EndToEndTests {
    private static let branches: [SignInBranch] = [
        .emailPassword, .cellphonePassword, .emailCode, .cellphoneCode, .deviceCode, .google, .apple, .facebook,
    ]

    @Test(
        "A3 B1 B2 B3 B4 B5 D4: on every branch a driver is admitted, at a real server too",
        arguments: branches, [OrderingClient.TextMessages.ordering, .twilio])
    func admitted(branch: SignInBranch, textMessages: OrderingClient.TextMessages) async throws {
        let app = try await App.start { $0.textMessages = textMessages }
        #expect(try await app.signIn(branch, as: Person.driver) == nil)
        let session = try #require(try await app.vault.restore(app.project.account(Person.driver)))
        #expect(session.branch == branch)
        #expect(try await app.project.activity() == [true])
    }

    @Test(
        "A4 C3 D3 S07 S26: on every branch a customer is refused, logged out at the server and leaves nothing behind",
        arguments: branches, [OrderingClient.TextMessages.ordering, .twilio])
    func refused(branch: SignInBranch, textMessages: OrderingClient.TextMessages) async throws {
        let app = try await App.start { $0.textMessages = textMessages }
        let error = try await app.signIn(branch, as: Person.customer)
        #expect(error?.code == .wrongRole)
        #expect(error?.cleanup?.serverLogout == .done)
        #expect(error?.cleanup?.revocation == .done)
        #expect(try await app.vault.sessions().isEmpty)
        #expect(try await app.project.activity() == [false])
        #expect(try await app.project.server.push().isEmpty)
    }

    @Test(
        "S08 E3: whatever becomes of the server's logout, the customer is refused and the report says what happened",
        arguments: [
            ("fail", .failed(.service(.refused))), ("drop", .failed(.service(.unreachable))),
            ("garbage", .failed(.service(.invalidAnswer))), ("hang", .timedOut),
        ] as [(String, CleanupOutcome)])
    func cleanupFails(mode: String, outcome: CleanupOutcome) async throws {
        let app = try await App.start(cleanupTimeout: mode == "hang" ? .seconds(6) : .seconds(60))
        try await app.project.server.control(#"{"logout": "\#(mode)"}"#)
        let error = try await app.signIn(.emailPassword, as: Person.customer)
        #expect(error?.code == .wrongRole)
        #expect(error?.cleanup?.serverLogout == outcome)
        #expect(error?.cleanup?.revocation == .failed(.service(.stillAccepted)))
        #expect(try await app.vault.sessions().isEmpty)
    }

    @Test("S24: an account that the server does not call enabled or disabled is admitted; a disabled one is not")
    func standing() async throws {
        let app = try await App.start()
        #expect(try await app.signIn(.emailPassword, as: 44) == nil)
        #expect(try await app.signIn(.emailPassword, as: 43)?.code == .wrongRole)
        #expect(try await app.signIn(.emailPassword, as: 42) == nil)
    }

    @Test("S09: an answer without a session signs nobody in and writes nothing", arguments: ["no-session", "no-token"])
    func noSession(mode: String) async throws {
        let app = try await App.start()
        try await app.project.server.control(#"{"auth": "\#(mode)"}"#)
        #expect(try await app.signIn(.emailPassword, as: Person.driver)?.service == ServiceError(.noSession))
        #expect(try await app.vault.sessions().isEmpty)
    }

    @Test(
        "B8 A7 C6 S34: a restored session is confirmed, authorizes requests, outlives a failing server, and ends with its token"
    )
    func restore() async throws {
        let app = try await App.start()
        _ = try await app.signIn(.emailPassword, as: Person.driver)
        let second = AuthCoordinator(
            vault: app.vault, gate: RoleGate(admitting: [.driver]), service: app.project.client,
            configuration: SignInConfiguration(branches: [.emailPassword]))
        let restored = try await second.restore()
        #expect(restored != nil)
        try await app.project.server.control(#"{"user": {"mode": "500", "times": 1}}"#)
        await #expect(throws: AuthError.self) { try await second.confirm() }
        #expect(try await app.vault.sessions().count == 1)
        let session = try await second.confirm()
        let token = try await session.accessToken.copy()
        let orders = try await second.perform { token throws(ServiceError) in
            try await app.project.client.request(.get, ["orders"], token: token)
        }
        #expect(text(orders).contains("9001"))
        try await app.project.client.logOut(token: token, withdrawing: nil)
        await #expect(throws: AuthError.self) {
            try await second.perform { token throws(ServiceError) in
                _ = try await app.project.client.request(.get, ["orders"], token: token)
            }
        }
        #expect(try await app.vault.sessions().isEmpty)
    }

    @Test("S12 S28: signing out ends the session here and at the server")
    func signOut() async throws {
        let app = try await App.start()
        _ = try await app.signIn(.emailPassword, as: Person.driver)
        let report = await app.coordinator.signOut()
        #expect(report.serverLogout == .done)
        #expect(report.localCleanup == .done)
        #expect(try await app.project.activity() == [false])
        #expect(try await app.project.server.push().isEmpty)
        #expect(try await app.vault.sessions().isEmpty)
    }

    @Test(
        "C1 S14: nothing of a whole sign-in is in the log, though the server echoes it",
        arguments: ["ok", "echo", "leaky-user"])
    func silentLog(mode: String) async throws {
        let app = try await App.start()
        try await app.project.server.control(#"{"auth": "\#(mode)"}"#)
        _ = try await app.signIn(.emailPassword, as: Person.driver, push: "push-token-of-this-device")
        let log = app.log()
        #expect(!log.isEmpty)
        for secret in ["password-of-41", "driver@example.test", "eyJ", "push-token-of-this-device", "second-copy"] {
            #expect(!log.contains(secret))
        }
    }
}
