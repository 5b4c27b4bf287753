import Sealing
import SessionAuth
import SessionVault
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct RestoreTests {
    /// Anna's session on disk, and a coordinator that has just started and taken it up.
    private func restored() async throws -> (Bench, AuthCoordinator) {
        let bench = try Bench()
        try await bench.signIn("anna", push: "push-token-of-this-device")
        let coordinator = bench.restarted()
        _ = try #require(try await coordinator.restore())
        return (bench, coordinator)
    }

    @Test("B8 D5 E4: what comes from disk is provisional until the server settles it")
    func provisional() async throws {
        let (bench, coordinator) = try await restored()
        #expect(coordinator.state.isProvisional)
        #expect(bench.service.calls(.profile) == [])
        let session = try await coordinator.confirm()
        #expect(coordinator.state.isActive)
        #expect(session.account.subject == "anna")
        #expect(bench.service.calls(.profile).count == 1)
    }

    @Test("B8: a provisional session authorizes requests, each of which the server judges")
    func request() async throws {
        let (_, coordinator) = try await restored()
        #expect(try await coordinator.perform { token in text(of: token) }.contains("anna"))
        #expect(coordinator.state.isProvisional)
        _ = await failure { () async throws(AuthError) in
            try await coordinator.perform { _ throws(ServiceError) in throw ServiceError(.unauthorized) }
        }
        #expect(coordinator.state.signedOutReason == .refusedByServer)
    }

    @Test(
        "S34: a check that fails keeps the session provisional and on disk",
        arguments: [
            ServiceError.Code.unreachable, .timedOut, .serverFault, .invalidAnswer, .untrusted, .tooManyRequests,
            .cancelled, .unavailable,
        ])
    func failedCheck(code: ServiceError.Code) async throws {
        let (bench, coordinator) = try await restored()
        bench.service.fail(.profile, with: code)
        let error = await failure { () async throws(AuthError) in try await coordinator.confirm() }
        #expect(error?.service?.code == code)
        #expect(coordinator.state.isProvisional)
        #expect(try bench.stored() == ["anna"])
        bench.service.fail(.profile, with: nil)
        _ = try await coordinator.confirm()
        #expect(coordinator.state.isActive)
    }

    @Test("S34 C6: a definite refusal ends it", arguments: [ServiceError.Code.unauthorized, .forbidden])
    func refusedCheck(code: ServiceError.Code) async throws {
        let (bench, coordinator) = try await restored()
        bench.service.fail(.profile, with: code)
        let error = await failure { () async throws(AuthError) in try await coordinator.confirm() }
        #expect(error?.service?.code == code)
        #expect(coordinator.state.signedOutReason == .refusedByServer)
        #expect(try bench.stored() == [])
    }

    @Test(
        "B8 D6 S34: an account that was disabled or lost its role meanwhile ends, each part reported",
        arguments: [
            Standing.disabled, .customer, .none,
        ])
    func lostRole(standing: Standing) async throws {
        let (bench, coordinator) = try await restored()
        bench.service.know(
            .init(subject: "anna", role: standing.role, isEnabled: standing.isEnabled), by: Bench.secret(of: "anna"))
        bench.service.turnstile.hold("logOut:anna")
        async let error = failure { () async throws(AuthError) in try await coordinator.confirm() }
        await bench.service.turnstile.arrivals(of: "logOut:anna")
        #expect(coordinator.state.signedOutReason == .refusedByServer)
        #expect(try bench.stored() == [])
        bench.service.turnstile.open("logOut:anna")
        let report = try #require(await error?.cleanup)
        #expect(report.serverLogout == .done)
        #expect(report.revocation == .done)
        #expect(report.localCleanup == .done)
        #expect(coordinator.state.cleanup == report)
        #expect(bench.service.liveTokens.isEmpty)
        #expect(bench.service.calls(.logOut).map(\.withdrawn) == ["push-token-of-this-device"])
    }

    @Test("S24: an account of which the server does not say whether it is enabled stays signed in")
    func enabledNotSaid() async throws {
        let (bench, coordinator) = try await restored()
        bench.service.know(.init(subject: "anna", isEnabled: nil), by: Bench.secret(of: "anna"))
        _ = try await coordinator.confirm()
        #expect(coordinator.state.isActive)
    }

    @Test("D6: a refused account ends though the vault is locked by then, and no part claims more than was done")
    func lockedMeanwhile() async throws {
        let (bench, coordinator) = try await restored()
        bench.service.know(.init(subject: "anna", role: .customer), by: Bench.secret(of: "anna"))
        bench.service.turnstile.hold("profile:anna")
        async let error = failure { () async throws(AuthError) in try await coordinator.confirm() }
        await bench.service.turnstile.arrivals(of: "profile:anna")
        bench.vault.lock()
        bench.service.turnstile.open("profile:anna")
        #expect(await error?.code == .wrongRole)
        #expect(await error?.cleanup?.localCleanup == .failed(.vault(.locked)))
        #expect(await error?.cleanup?.serverLogout == .done)
        #expect(coordinator.state.cleanup != nil)
    }

    @Test("S19: a locked vault is an error, never signed out, and changes nothing")
    func lockedVault() async throws {
        let (bench, coordinator) = try await restored()
        bench.vault.lock()
        let error = await failure { () async throws(AuthError) in try await coordinator.restore() }
        #expect(error?.vault?.code == .locked)
        #expect(coordinator.state.isProvisional)
        let refused = await failure { () async throws(AuthError) in try await coordinator.confirm() }
        #expect(refused?.vault?.code == .locked)
        #expect(coordinator.state.isProvisional)
    }

    @Test("A restore that finds nothing, or fails, leaves a sign-in in flight its turn", arguments: [true, false])
    func restoreBesideSignIn(isLocked: Bool) async throws {
        let bench = try Bench()
        bench.service.turnstile.hold("signIn:anna")
        async let error = failure { () async throws(AuthError) in try await bench.signIn("anna") }
        await bench.service.turnstile.arrivals(of: "signIn:anna")
        if isLocked { bench.vault.lock() }
        let restored = await failure { () async throws(AuthError) in try await bench.coordinator.restore() }
        #expect(restored?.vault?.code == (isLocked ? .locked : nil))
        #expect(bench.coordinator.state.description == "authenticating (email-password)")
        if isLocked { try await bench.vault.unlock(with: .keyFile(path: bench.folder + "/key")) }
        bench.service.turnstile.open("signIn:anna")
        #expect(await error == nil)
        #expect(bench.coordinator.state.isActive)
    }

    @Test("A restore that finds another session takes its place, and the sign-in in flight is logged out")
    func restoreSupersedes() async throws {
        let (bench, _) = try await restored()
        let coordinator = bench.restarted()
        bench.service.turnstile.hold("signIn:bert")
        async let error = failure { () async throws(AuthError) in
            try await coordinator.signIn(with: Bench.credential(of: "bert"))
        }
        await bench.service.turnstile.arrivals(of: "signIn:bert")
        _ = try await coordinator.restore()
        bench.service.turnstile.open("signIn:bert")
        #expect(await error?.code == .superseded)
        #expect(coordinator.state.isProvisional)
        #expect(bench.service.liveTokens.allSatisfy { $0.contains("anna") })
    }

    @Test("Restoring what is signed in already changes nothing")
    func restoreOfCurrent() async throws {
        let bench = try Bench()
        try await bench.signIn("anna")
        _ = try await bench.coordinator.restore()
        #expect(bench.coordinator.state.isActive)
        _ = try await bench.coordinator.restore(bench.account("bert"))
        #expect(bench.coordinator.state.isActive)
    }

    @Test("A restore after another process removed the session says ended elsewhere")
    func restoreOfRemoved() async throws {
        let (bench, coordinator) = try await restored()
        try await bench.vault.remove(bench.account("anna"))
        #expect(try await coordinator.restore() == nil)
        #expect(coordinator.state.signedOutReason == .endedElsewhere)
    }

    @Test("C4: a session of another server is never taken up, so that its token is not sent to this one")
    func foreignRealm() async throws {
        let (bench, _) = try await restored()
        let elsewhere = AuthCoordinator(
            vault: bench.vault, gate: bench.gate, service: OtherService(), configuration: bench.configuration)
        #expect(try await elsewhere.restore() == nil)
        #expect(try await elsewhere.restore(bench.account("anna")) == nil)
    }

    @Test("With two sessions on disk, an account has to be named")
    func ambiguous() async throws {
        let bench = try Bench(
            configuration: SignInConfiguration(branches: [.emailPassword], keepsOtherAccounts: true))
        try await bench.signIn("anna")
        try await bench.signIn("bert")
        let coordinator = bench.restarted()
        #expect(try await coordinator.restore() == nil)
        #expect(coordinator.state.signedOutReason == .initial)
        #expect(try await coordinator.restore(bench.account("anna"))?.account.subject == "anna")
    }
}
