import Sealing
import SessionAuth
import SessionVault
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct LateAnswerTests {
    @Test("C5 S11: an answer to an older sign-in is dropped and logged out at the server", arguments: [true, false])
    func olderSignIn(olderComesLast: Bool) async throws {
        let bench = try Bench()
        bench.service.turnstile.hold("signIn:anna")
        bench.service.turnstile.hold("signIn:bert")
        async let older = failure { () async throws(AuthError) in try await bench.signIn("anna") }
        await bench.service.turnstile.arrivals(of: "signIn:anna")
        async let newer = failure { () async throws(AuthError) in try await bench.signIn("bert") }
        await bench.service.turnstile.arrivals(of: "signIn:bert")
        if olderComesLast {
            bench.service.turnstile.open("signIn:bert")
            #expect(await newer == nil)
            bench.service.turnstile.open("signIn:anna")
        } else {
            bench.service.turnstile.open("signIn:anna")
            #expect(await older?.code == .superseded)
            #expect(bench.coordinator.state.description == "authenticating (email-password)")
            bench.service.turnstile.open("signIn:bert")
        }
        let error = await older
        #expect(error?.code == .superseded)
        #expect(error?.cleanup?.serverLogout == .done)
        #expect(await newer == nil)
        #expect(try bench.stored() == ["bert"])
        #expect(bench.service.liveTokens.allSatisfy { $0.contains("bert") })
        #expect(bench.coordinator.state.isActive)
    }

    @Test("C5: the older sign-in's failure does not touch the newer one")
    func olderFailure() async throws {
        let bench = try Bench()
        bench.service.turnstile.hold("signIn:anna")
        async let older = failure { () async throws(AuthError) in try await bench.signIn("anna") }
        await bench.service.turnstile.arrivals(of: "signIn:anna")
        try await bench.signIn("bert")
        bench.service.fail(.signIn, with: .refused)
        bench.service.turnstile.open("signIn:anna")
        #expect(await older?.code == .superseded)
        #expect(bench.coordinator.state.isActive)
    }

    @Test("C5: a late answer of the wrong role is dropped, and no rejection is shown over the newer session")
    func lateWrongRole() async throws {
        let bench = try Bench()
        bench.service.turnstile.hold("logOut:carl")
        async let older = failure { () async throws(AuthError) in try await bench.signIn("carl") }
        await bench.service.turnstile.arrivals(of: "logOut:carl")
        try await bench.signIn("anna")
        bench.service.turnstile.open("logOut:carl")
        #expect(await older?.code == .wrongRole)
        #expect(bench.coordinator.state.isActive)
        #expect(try bench.stored() == ["anna"])
    }

    @Test("C5: where a server gives one token twice, the dropped answer does not log out the session that has it")
    func sameToken() async throws {
        let bench = try Bench()
        bench.service.repeatTokens()
        bench.service.turnstile.hold("signIn:anna")
        async let older = failure { () async throws(AuthError) in try await bench.signIn("anna") }
        await bench.service.turnstile.arrivals(of: "signIn:anna")
        async let newer = failure { () async throws(AuthError) in try await bench.signIn("anna") }
        await bench.service.turnstile.arrivals(of: "signIn:anna", 2)
        bench.service.turnstile.letOn("signIn:anna", last: true)
        #expect(await newer == nil)
        bench.service.turnstile.open("signIn:anna")
        #expect(await older?.code == .superseded)
        #expect(bench.service.calls(.logOut) == [])
        #expect(bench.service.liveTokens.count == 1)
    }

    @Test("B7: a dropped answer of the same account does not withdraw the push identity of the session that has it")
    func samePushIdentity() async throws {
        let bench = try Bench()
        let push = "push-token-of-this-device"
        bench.service.turnstile.hold("signIn:anna")
        async let older = failure { () async throws(AuthError) in try await bench.signIn("anna", push: push) }
        await bench.service.turnstile.arrivals(of: "signIn:anna")
        async let newer = failure { () async throws(AuthError) in try await bench.signIn("anna", push: push) }
        await bench.service.turnstile.arrivals(of: "signIn:anna", 2)
        bench.service.turnstile.letOn("signIn:anna", last: true)
        #expect(await newer == nil)
        bench.service.turnstile.open("signIn:anna")
        _ = await older
        #expect(bench.service.calls(.logOut).map(\.withdrawn) == [nil])
    }

    @Test("S11 S35: a sign-out while a sign-in is in flight wins, and the late session is logged out at the server")
    func signOutFirst() async throws {
        let bench = try Bench()
        let before = try await bench.fileBytes()
        bench.service.turnstile.hold("signIn:anna")
        async let error = failure { () async throws(AuthError) in try await bench.signIn("anna") }
        await bench.service.turnstile.arrivals(of: "signIn:anna")
        await bench.coordinator.signOut()
        bench.service.turnstile.open("signIn:anna")
        #expect(await error?.code == .superseded)
        #expect(bench.coordinator.state.signedOutReason == .bySignOut)
        #expect(bench.service.liveTokens.isEmpty)
        #expect(try await bench.fileBytes() == before)
    }

    @Test("C5: a cancelled sign-in whose answer comes all the same signs nobody in, and logs it out at the server")
    func cancelled() async throws {
        let bench = try Bench()
        bench.service.turnstile.hold("signIn:anna")
        let task = Task { await failure { () async throws(AuthError) in try await bench.signIn("anna") } }
        await bench.service.turnstile.arrivals(of: "signIn:anna")
        task.cancel()
        bench.service.turnstile.open("signIn:anna")
        #expect(await task.value?.service?.code == .cancelled)
        #expect(bench.coordinator.state.signedOutReason == .signInFailed)
        #expect(bench.service.liveTokens.isEmpty)
        #expect(try bench.stored() == [])
    }

    @Test("S21: A's profile that answers after B signed in writes nothing into B's session")
    func lateProfile() async throws {
        let bench = try Bench()
        try await bench.signIn("anna")
        let coordinator = bench.restarted()
        _ = try await coordinator.restore()
        bench.service.turnstile.hold("profile:anna")
        async let late = failure { () async throws(AuthError) in try await coordinator.confirm() }
        await bench.service.turnstile.arrivals(of: "profile:anna")
        await coordinator.signOut()
        let session = try await coordinator.signIn(with: Bench.credential(of: "bert"))
        let before = try await bench.fileBytes()
        bench.service.fail(.profile, with: nil)
        bench.service.turnstile.open("profile:anna")
        #expect(await late?.code == .superseded)
        #expect(try await bench.fileBytes() == before)
        #expect(try await text(of: session.readUser())?.contains("bert") == true)
        #expect(coordinator.state.isActive)
    }

    @Test(
        "S22: a late refusal of A's session does not sign B out",
        arguments: [ServiceError.Code.unauthorized, .forbidden])
    func lateRefusal(code: ServiceError.Code) async throws {
        let bench = try Bench()
        try await bench.signIn("anna")
        let coordinator = bench.restarted()
        _ = try await coordinator.restore()
        bench.service.turnstile.hold("profile:anna")
        async let late = failure { () async throws(AuthError) in try await coordinator.confirm() }
        await bench.service.turnstile.arrivals(of: "profile:anna")
        _ = try await coordinator.signIn(with: Bench.credential(of: "bert"))
        bench.service.fail(.profile, with: code)
        bench.service.turnstile.open("profile:anna")
        #expect(await late?.code == .superseded)
        #expect(coordinator.state.isActive)
        #expect(try bench.stored() == ["bert"])
    }

    @Test("C6 S22: a 401 ends only the session that made the request", arguments: [true, false])
    func lateRequest(anotherSignsIn: Bool) async throws {
        let bench = try Bench()
        try await bench.signIn("anna")
        bench.service.turnstile.hold("request")
        async let late = failure { () async throws(AuthError) in
            try await bench.coordinator.perform { _ async throws(ServiceError) in
                await bench.service.turnstile.pass("request")
                throw ServiceError(.unauthorized)
            }
        }
        await bench.service.turnstile.arrivals(of: "request")
        if anotherSignsIn { try await bench.signIn("bert") }
        bench.service.turnstile.open("request")
        #expect(await late?.service?.code == .unauthorized)
        #expect(bench.coordinator.state.isActive == anotherSignsIn)
        #expect(try bench.stored() == (anotherSignsIn ? ["bert"] : []))
    }

    @Test(
        "C5 S21: an answer to A's request that comes after B signed in, or after a sign-out, is dropped",
        arguments: [true, false])
    func lateAnswer(anotherSignsIn: Bool) async throws {
        let bench = try Bench()
        try await bench.signIn("anna")
        bench.service.turnstile.hold("request")
        async let late = failure { () async throws(AuthError) in
            try await bench.coordinator.perform { _ async throws(ServiceError) in
                await bench.service.turnstile.pass("request")
                return "orders of anna"
            }
        }
        await bench.service.turnstile.arrivals(of: "request")
        if anotherSignsIn { try await bench.signIn("bert") } else { await bench.coordinator.signOut() }
        bench.service.turnstile.open("request")
        #expect(await late?.code == .superseded)
    }

    @Test("A 401 while another sign-in is in flight leaves that one its turn")
    func refusalBesideSignIn() async throws {
        let bench = try Bench()
        try await bench.signIn("anna")
        bench.service.turnstile.hold("signIn:bert")
        async let newer = failure { () async throws(AuthError) in try await bench.signIn("bert") }
        await bench.service.turnstile.arrivals(of: "signIn:bert")
        _ = await failure { () async throws(AuthError) in
            try await bench.coordinator.perform { _ throws(ServiceError) in throw ServiceError(.unauthorized) }
        }
        #expect(bench.coordinator.state.description == "authenticating (email-password)")
        #expect(try bench.stored() == [])
        bench.service.turnstile.open("signIn:bert")
        #expect(await newer == nil)
        #expect(bench.coordinator.state.isActive)
    }

    @Test("S35: a rotated token that comes after the sign-out is not written")
    func lateRefresh() async throws {
        let bench = try Bench()
        let session = try await bench.signIn("anna")
        await bench.coordinator.signOut()
        let before = try await bench.fileBytes()
        let rotated = try TokenSet(access: SecretBytes(utf8: "rotated-token-of-anna"))
        #expect(throws: VaultError(.sessionEnded)) { try session.replaceTokens(with: rotated) }
        #expect(try await bench.fileBytes() == before)
        #expect(try await bench.restarted().restore() == nil)
    }
}
