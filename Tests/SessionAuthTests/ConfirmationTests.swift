import Sealing
import SessionAuth
import SessionVault
import TestSupport
import Testing

/// What runs between a confirmation's request and its answer.
@Suite(.timeLimit(.minutes(5))) struct ConfirmationTests {
    private func restored() async throws -> (Bench, AuthCoordinator) {
        let bench = try Bench()
        try await bench.signIn("anna")
        let coordinator = bench.restarted()
        _ = try #require(try await coordinator.restore())
        bench.service.turnstile.hold("profile:anna")
        return (bench, coordinator)
    }

    @Test("Two confirmations at once both end with the active session, in whichever order", arguments: [true, false])
    func twice(lastFirst: Bool) async throws {
        let (bench, coordinator) = try await restored()
        async let first = coordinator.confirm()
        await bench.service.turnstile.arrivals(of: "profile:anna")
        async let second = coordinator.confirm()
        await bench.service.turnstile.arrivals(of: "profile:anna", 2)
        bench.service.turnstile.letOn("profile:anna", last: lastFirst)
        _ = try await (lastFirst ? second : first)
        bench.service.turnstile.open("profile:anna")
        #expect(try await [first, second].allSatisfy { $0.account.subject == "anna" })
        #expect(coordinator.state.isActive)
    }

    @Test("C6: of two answers to confirmations, a refusal ends the session even if it comes second")
    func refusalSecond() async throws {
        let (bench, coordinator) = try await restored()
        async let first = failure { () async throws(AuthError) in try await coordinator.confirm() }
        await bench.service.turnstile.arrivals(of: "profile:anna")
        async let second = failure { () async throws(AuthError) in try await coordinator.confirm() }
        await bench.service.turnstile.arrivals(of: "profile:anna", 2)
        bench.service.turnstile.letOn("profile:anna")
        #expect(await first == nil)
        bench.service.know(.init(subject: "anna", isEnabled: false), by: Bench.secret(of: "anna"))
        bench.service.turnstile.open("profile:anna")
        #expect(await second?.code == .wrongRole)
        #expect(coordinator.state.cleanup?.localCleanup == .done)
        #expect(try bench.stored() == [])
    }

    @Test("S11: a sign-out while a confirmation is in flight wins")
    func signOut() async throws {
        let (bench, coordinator) = try await restored()
        async let late = failure { () async throws(AuthError) in try await coordinator.confirm() }
        await bench.service.turnstile.arrivals(of: "profile:anna")
        await coordinator.signOut()
        let before = try await bench.fileBytes()
        bench.service.turnstile.open("profile:anna")
        #expect(await late?.code == .superseded)
        #expect(coordinator.state.signedOutReason == .bySignOut)
        #expect(try await bench.fileBytes() == before)
    }

    @Test("A sign-in that fails gives back the provisional session, whose late confirmation no longer counts")
    func failedSignIn() async throws {
        let (bench, coordinator) = try await restored()
        async let late = failure { () async throws(AuthError) in try await coordinator.confirm() }
        await bench.service.turnstile.arrivals(of: "profile:anna")
        bench.service.fail(.signIn, with: .refused)
        _ = await failure { () async throws(AuthError) in
            try await coordinator.signIn(with: Bench.credential(of: "bert"))
        }
        #expect(coordinator.state.isProvisional)
        bench.service.turnstile.open("profile:anna")
        #expect(await late?.code == .superseded)
        #expect(coordinator.state.isProvisional)
        _ = try await coordinator.confirm()
        #expect(coordinator.state.isActive)
    }

    @Test("A confirmation does not disturb a sign-in that is in flight, and sends nothing")
    func besideSignIn() async throws {
        let (bench, coordinator) = try await restored()
        bench.service.turnstile.hold("signIn:bert")
        async let newer = failure { () async throws(AuthError) in
            try await coordinator.signIn(with: Bench.credential(of: "bert"))
        }
        await bench.service.turnstile.arrivals(of: "signIn:bert")
        let error = await failure { () async throws(AuthError) in try await coordinator.confirm() }
        #expect(error?.code == .superseded)
        #expect(bench.service.calls(.profile) == [])
        #expect(coordinator.state.description == "authenticating (email-password)")
        bench.service.turnstile.open("signIn:bert")
        #expect(await newer == nil)
        #expect(try bench.stored() == ["bert"])
    }

    @Test("S22: a 401 to a request ends the session; the confirmation that answers later brings nothing back")
    func refusedMeanwhile() async throws {
        let (bench, coordinator) = try await restored()
        async let late = failure { () async throws(AuthError) in try await coordinator.confirm() }
        await bench.service.turnstile.arrivals(of: "profile:anna")
        _ = await failure { () async throws(AuthError) in
            try await coordinator.perform { _ throws(ServiceError) in throw ServiceError(.unauthorized) }
        }
        bench.service.turnstile.open("profile:anna")
        #expect(await late?.code == .superseded)
        #expect(coordinator.state.signedOutReason == .refusedByServer)
        #expect(try bench.stored() == [])
    }

    @Test("A session that another process replaced meanwhile is not confirmed by the older answer")
    func replacedElsewhere() async throws {
        let (bench, coordinator) = try await restored()
        async let late = failure { () async throws(AuthError) in try await coordinator.confirm() }
        await bench.service.turnstile.arrivals(of: "profile:anna")
        // The replaced session's logout would settle in the vault, too.
        bench.service.turnstile.hold("logOut:anna")
        try await bench.signIn("anna")
        let before = try await bench.fileBytes()
        bench.service.turnstile.open("profile:anna")
        #expect(await late?.vault?.code == .sessionEnded)
        #expect(coordinator.state.signedOutReason == .endedElsewhere)
        #expect(try await bench.fileBytes() == before)
        bench.service.turnstile.open("logOut:anna")
    }

    @Test("The server's answer about another account confirms nothing")
    func otherAccount() async throws {
        let (bench, coordinator) = try await restored()
        bench.service.turnstile.open("profile:anna")
        bench.service.misname("anna", as: "bert")
        let error = await failure { () async throws(AuthError) in try await coordinator.confirm() }
        #expect(error?.refusal?.reason == .otherAccount)
        #expect(!coordinator.state.isActive)
    }

    @Test("Nobody to confirm is its own error, and an active session is confirmed without a request")
    func nothingToDo() async throws {
        let bench = try Bench()
        let error = await failure { () async throws(AuthError) in try await bench.coordinator.confirm() }
        #expect(error?.code == .notSignedIn)
        try await bench.signIn("anna")
        _ = try await bench.coordinator.confirm()
        #expect(bench.service.calls(.profile) == [])
    }
}
