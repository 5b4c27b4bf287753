import Foundation
import OrderingClient
import Sealing
import SessionAuth
import SessionVault
import TestSupport
import Testing

/// The coordinator and the ordering client against a server process.
@Suite(.timeLimit(.minutes(5))) struct LoopbackTests {
    private final class Shop: Sendable {
        let folder: TemporaryFolder
        let vault: Vault
        let server: OrderingServer
        let client: OrderingClient
        let clock = ManualClock()
        let coordinator: AuthCoordinator

        init(_ server: OrderingServer) throws {
            self.server = server
            folder = try TemporaryFolder()
            try KeyFile.create(at: folder.path("key"))
            vault = try Vault.create(at: folder.path("test.vault"), unlockingWith: .keyFile(path: folder.path("key")))
            client = try OrderingClient(server: server.origin, project: server.project)
            coordinator = Self.coordinator(vault, client, clock)
        }

        static func coordinator(_ vault: Vault, _ client: OrderingClient, _ clock: ManualClock) -> AuthCoordinator {
            AuthCoordinator(
                vault: vault, gate: RoleGate(admitting: [.driver]), service: client,
                configuration: SignInConfiguration(branches: client.branches), clock: clock)
        }

        func restarted() -> AuthCoordinator { Self.coordinator(vault, client, clock) }

        @discardableResult
        func signIn(_ name: String, _ number: Int, push: String? = nil) async throws(AuthError) -> AdmittedSession {
            try await coordinator.signIn(
                with: .email(
                    Sensitive("\(name)@example.test"), password: SecretBytes(utf8: "password-of-\(number)")),
                extras: Bench.extras(push: push))
        }

        func fileBytes() async throws -> Data { try await VaultBytes.read(folder.path("test.vault")) }

        func stored() throws -> Set<String> { Set(try vault.sessions().map(\.account.subject)) }
    }

    private static let people: [(name: String, number: Int, isAdmitted: Bool)] = [
        ("administrator", 1, false), ("manager", 2, false), ("owner", 12, false), ("customer", 51, false),
        ("driver", 41, true), ("texts", 42, true), ("disabled", 43, false), ("plain", 44, true), ("single", 45, true),
        ("drivers.manager", 52, false), ("professional", 81, false), ("agent", 91, false), ("unknown.level", 61, false),
        ("no.level", 62, false),
    ]

    @Test("A2 A3 B1 C2 S24: of all levels that the server knows, only drivers are ever written", arguments: people)
    func levels(name: String, number: Int, isAdmitted: Bool) async throws {
        let shop = try Shop(try await .start())
        let before = try await shop.fileBytes()
        let error = await failure { () async throws(AuthError) in try await shop.signIn(name, number) }
        #expect(error?.code == (isAdmitted ? nil : .wrongRole))
        #expect(try shop.stored() == (isAdmitted ? ["\(number)"] : []))
        #expect(try await (shop.fileBytes() == before) == !isAdmitted)
        #expect(try await shop.server.sessions().map(\.active) == [isAdmitted])
        if !isAdmitted {
            #expect(error?.cleanup?.serverLogout == .done)
            #expect(error?.cleanup?.revocation == .done)
        }
    }

    @Test(
        "A2 B2 B4 B5 D4: each branch speaks to its own endpoint and passes the same gate",
        arguments: [SignInBranch.cellphonePassword, .deviceCode, .google, .apple, .facebook], [41, 51])
    func branches(branch: SignInBranch, number: Int) async throws {
        let shop = try Shop(try await .start())
        let error = await failure { () async throws(AuthError) in
            try await shop.coordinator.signIn(with: Self.credential(branch, number))
        }
        #expect(error?.code == (number == 41 ? nil : .wrongRole))
        #expect(try shop.stored() == (number == 41 ? ["41"] : []))
        #expect(try await shop.server.sessions().map(\.active) == [number == 41])
    }

    private static func credential(_ branch: SignInBranch, _ number: Int) -> Credential {
        switch branch {
        case .cellphonePassword:
            .cellphone(
                Sensitive("30055500\(number)"), countryCode: "57", password: SecretBytes(utf8: "password-of-\(number)"))
        case .google: .google(identityToken: SecretBytes(utf8: googleToken(number)))
        case .apple: .apple(authorizationCode: SecretBytes(utf8: "apple-token-\(number)"))
        case .facebook: .facebook(accessToken: SecretBytes(utf8: "facebook-token-\(number)"))
        default: .deviceCode(SecretBytes(utf8: "DEVICE-CODE-\(number)"))
        }
    }

    private static func googleToken(_ number: Int) -> String {
        JSONWebToken.text(["sub": "google-person-\(number)"])
    }

    @Test("B3 S07: a one-time code never admits a customer", arguments: [("driver", 41), ("customer", 51)])
    func oneTimeCode(name: String, number: Int) async throws {
        let shop = try Shop(try await .start())
        let email = "\(name)@example.test"
        try await shop.client.requestOneTimeCode(for: .email(Sensitive(email)))
        let code = try #require(try await shop.server.code(for: email))
        let error = await failure { () async throws(AuthError) in
            try await shop.coordinator.signIn(with: .email(Sensitive(email), oneTimeCode: SecretBytes(utf8: code)))
        }
        #expect(error?.code == (number == 41 ? nil : .wrongRole))
        #expect(try shop.stored() == (number == 41 ? ["41"] : []))
    }

    @Test(
        "A4 C3 E3 S08: after a wrong role, a logout that works, refuses, drops, fails or hangs is told as it was",
        arguments: [
            ("ok", CleanupOutcome.done), ("error", .failed(.service(.refused))),
            ("500", .failed(.service(.serverFault))),
            ("drop", .failed(.service(.unreachable))), ("hang", .timedOut),
        ])
    func logout(mode: String, outcome: CleanupOutcome) async throws {
        let shop = try Shop(try await .start())
        try await shop.server.control(#"{"logout": "\#(mode)"}"#)
        let before = try await shop.fileBytes()
        async let error = failure { () async throws(AuthError) in try await shop.signIn("customer", 51) }
        if mode == "hang" {
            try await shop.server.wait(for: "logout", "hang")
            await shop.clock.sleepers(1)
            shop.clock.advance(by: .seconds(10))
        }
        #expect(await error?.code == .wrongRole)
        #expect(await error?.cleanup?.serverLogout == outcome)
        #expect(await error?.cleanup?.revocation == (mode == "ok" ? .done : .failed(.service(.stillAccepted))))
        #expect(try await shop.fileBytes() == before)
        if mode == "hang" { try await shop.server.wait(for: "logout", "client-left") }
    }

    @Test("S12 S28: with the server gone, signing out is local all the same, and says what it could not do")
    func gone() async throws {
        let shop = try Shop(try await .launch())
        try await shop.signIn("driver", 41)
        try await shop.server.stop()
        let report = await shop.coordinator.signOut()
        #expect(report.serverLogout == .failed(.service(.unreachable)))
        #expect(report.revocation == .failed(.service(.unreachable)))
        #expect(report.localCleanup == .done)
        #expect(try shop.stored() == [])
    }

    @Test("S26: the rejected account's push identity is withdrawn at the server")
    func push() async throws {
        let shop = try Shop(try await .start())
        _ = await failure { () async throws(AuthError) in
            try await shop.signIn("customer", 51, push: "push-token-of-this-device")
        }
        #expect(try await shop.server.log("auth").first?.body.contains("push-token-of-this-device") == true)
        #expect(try await shop.server.push() == [:])
    }

    @Test("B7 C5: when B signs in after A on one device, the push identity is B's and A's session is ended")
    func pushMovesOn() async throws {
        let shop = try Shop(try await .start())
        try await shop.signIn("driver", 41, push: "push-token-of-this-device")
        try await shop.signIn("plain", 44, push: "push-token-of-this-device")
        try await shop.server.wait(for: "logout", "done")
        #expect(try await shop.server.push() == ["push-token-of-this-device": 44])
        #expect(try await shop.server.sessions().map(\.active) == [false, true])
    }

    @Test(
        "S09 S14 D2: an answer without a usable session is an error that quotes nothing, and nothing is written",
        arguments: ["no-session", "no-token", "empty-token", "null-result", "garbage", "echo", "error-text", "half"])
    func unusable(mode: String) async throws {
        let shop = try Shop(try await .start())
        try await shop.server.control(#"{"auth": "\#(mode)"}"#)
        let before = try await shop.fileBytes()
        let error = await failure { () async throws(AuthError) in try await shop.signIn("driver", 41) }
        #expect(error?.code == .service)
        #expect(!String(reflecting: error).contains("password-of"))
        #expect(try await shop.fileBytes() == before)
        #expect(shop.coordinator.state.signedOutReason == .signInFailed)
        #expect(try await shop.server.log("auth").count == 1)
    }

    @Test(
        "B8 S34 C6: what the server says of a restored session decides",
        arguments: [
            ("ok", "active"), ("500", "provisional"), ("drop", "provisional"), ("garbage", "provisional"),
            ("429", "provisional"), ("401", "signed out (refused by the server)"),
            ("403", "signed out (refused by the server)"),
        ])
    func restored(mode: String, state: String) async throws {
        let shop = try Shop(try await .start())
        try await shop.signIn("driver", 41)
        let coordinator = shop.restarted()
        _ = try await coordinator.restore()
        try await shop.server.control(#"{"user": "\#(mode)"}"#)
        _ = await failure { () async throws(AuthError) in try await coordinator.confirm() }
        #expect(coordinator.state.description == state)
        #expect(try shop.stored() == (state.hasPrefix("signed out") ? [] : ["41"]))
    }

    @Test("S25: a wrong-role attempt by C leaves B's session here and at the server")
    func otherSession() async throws {
        let shop = try Shop(try await .start())
        try await shop.signIn("driver", 41)
        let before = try await shop.fileBytes()
        _ = await failure { () async throws(AuthError) in try await shop.signIn("customer", 51) }
        #expect(try await shop.fileBytes() == before)
        #expect(try await shop.server.sessions().map(\.active) == [true, false])
        await shop.coordinator.acknowledgeRejection()
        #expect(shop.coordinator.state.isActive)
    }
}
