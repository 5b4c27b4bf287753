import Sealing
import SessionAuth
import SessionVault
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct SignOutTests {
    @Test(
        "S28 S12 D6: signing out is local always; the server's part is told apart",
        arguments: [
            ServiceError.Code.unreachable, .unauthorized, .serverFault, .timedOut,
        ])
    func offline(code: ServiceError.Code) async throws {
        let bench = try Bench()
        try await bench.signIn("anna")
        bench.service.fail(.logOut, with: code)
        bench.service.fail(.revoke, with: code)
        let report = await bench.coordinator.signOut()
        let expected = code == .timedOut ? CleanupOutcome.timedOut : .failed(.service(code))
        #expect(report.serverLogout == expected)
        #expect(report.revocation == expected)
        #expect(report.localCleanup == .done)
        #expect(bench.coordinator.state.signedOutReason == .bySignOut)
        #expect(try bench.vault.hasRecords(of: bench.account("anna")) == false)
        #expect(try await bench.restarted().restore() == nil)
    }

    @Test("S28: nobody is signed in while the server's logout is under way, nor can the session be used")
    func atOnce() async throws {
        let bench = try Bench()
        try await bench.signIn("anna")
        bench.service.turnstile.hold("logOut:anna")
        async let report = bench.coordinator.signOut()
        await bench.service.turnstile.arrivals(of: "logOut:anna")
        #expect(bench.coordinator.state.signedOutReason == .bySignOut)
        #expect(try bench.stored() == [])
        let error = await failure { () async throws(AuthError) in
            try await bench.coordinator.perform { _ in }
        }
        #expect(error?.code == .notSignedIn)
        bench.service.turnstile.open("logOut:anna")
        #expect(await report.serverLogout == .done)
    }

    @Test("S10 S26: signing out clears every kind of record, and withdraws the push identity")
    func everything() async throws {
        let bench = try Bench()
        let session = try await bench.signIn("anna", push: "push-token-of-this-device")
        try await session.setDeviceCode(DeviceCode(code: SecretBytes(utf8: "device-code-of-anna")))
        await bench.coordinator.signOut()
        #expect(try bench.vault.hasRecords(of: bench.account("anna")) == false)
        #expect(bench.service.calls(.logOut).map(\.withdrawn) == ["push-token-of-this-device"])
    }

    @Test("Signing out twice at once asks the server once")
    func twice() async throws {
        let bench = try Bench()
        try await bench.signIn("anna")
        bench.service.turnstile.hold("logOut:anna")
        async let first = bench.coordinator.signOut()
        await bench.service.turnstile.arrivals(of: "logOut:anna")
        let second = await bench.coordinator.signOut()
        bench.service.turnstile.open("logOut:anna")
        #expect(await first.serverLogout == .done)
        #expect(second.serverLogout == .notNeeded)
        #expect(second.localCleanup == .notNeeded)
        #expect(bench.service.calls(.logOut).count == 1)
    }

    @Test("C3: a locked vault is reported part by part, and the app counts as signed out all the same")
    func lockedVault() async throws {
        let bench = try Bench()
        try await bench.signIn("anna")
        bench.vault.lock()
        let report = await bench.coordinator.signOut()
        #expect(report.localCleanup == .failed(.vault(.locked)))
        #expect(report.serverLogout == .failed(.vault(.locked)))
        #expect(report.revocation == .failed(.vault(.locked)))
        #expect(bench.coordinator.state.signedOutReason == .bySignOut)
    }

    @Test("S29: after a sign-out no request of the session goes out, though its handle is still there")
    func handle() async throws {
        let bench = try Bench()
        let session = try await bench.signIn("anna")
        await bench.coordinator.signOut()
        #expect(throws: VaultError(.sessionEnded)) { try session.accessToken.withBearer { _ in } }
    }

    @Test("C6 D6: a 403 ends the session here, and asks the server to end it there")
    func forbidden() async throws {
        let bench = try Bench()
        try await bench.signIn("anna", push: "push-token-of-this-device")
        bench.service.turnstile.hold("revoke:anna")
        let error = await failure { () async throws(AuthError) in
            try await bench.coordinator.perform { _ throws(ServiceError) in throw ServiceError(.forbidden) }
        }
        #expect(error?.service?.code == .forbidden)
        #expect(bench.coordinator.state.signedOutReason == .refusedByServer)
        await bench.service.turnstile.arrivals(of: "revoke:anna")
        #expect(bench.service.calls(.logOut).map(\.withdrawn) == ["push-token-of-this-device"])
        bench.service.turnstile.open("revoke:anna")
    }

    @Test("C6: a 401 is not retried, and a 500 ends nothing")
    func settled() async throws {
        let bench = try Bench()
        try await bench.signIn("anna")
        for code in [ServiceError.Code.serverFault, .unreachable, .tooManyRequests, .unauthorized] {
            var requests = 0
            let error = await failure { () async throws(AuthError) in
                try await bench.coordinator.perform { _ throws(ServiceError) in
                    requests += 1
                    throw ServiceError(code)
                }
            }
            #expect(requests == 1)
            #expect(error?.service?.code == code)
            #expect(bench.coordinator.state.isActive == (code != .unauthorized))
        }
        #expect(bench.coordinator.state.signedOutReason == .refusedByServer)
    }

    @Test("A session that another process removed is told as ended elsewhere at the next request")
    func endedElsewhere() async throws {
        let bench = try Bench()
        try await bench.signIn("anna")
        try await bench.vault.remove(bench.account("anna"))
        let error = await failure { () async throws(AuthError) in try await bench.coordinator.perform { _ in } }
        #expect(error?.vault?.code == .sessionEnded)
        #expect(bench.coordinator.state.signedOutReason == .endedElsewhere)
    }
}
