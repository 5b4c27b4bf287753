import Sealing
import SessionAuth
import SessionVault
import TestSupport
import Testing

/// How one part of a cleanup turns out at the other side.
enum Turn: CaseIterable, Sendable, CustomTestStringConvertible {
    case works, refuses, hangs, drops, answersGarbage, isGone

    var testDescription: String { "\(self)" }

    func outcome(_ fault: ServiceError.Code) -> CleanupOutcome {
        switch self {
        case .works: .done
        case .hangs: .timedOut
        case .refuses, .drops, .answersGarbage, .isGone: .failed(.service(fault))
        }
    }

    var fault: ServiceError.Code {
        switch self {
        case .works, .hangs: .cancelled
        case .refuses: .refused
        case .answersGarbage: .invalidAnswer
        case .drops, .isGone: .unreachable
        }
    }
}

@Suite(.timeLimit(.minutes(5))) struct RejectionTests {
    @Test(
        "A4 C3 D3 E3 S08: server logout and revocation are reported one by one, whatever becomes of the other",
        arguments: Turn.allCases, Turn.allCases)
    func parts(logOut: Turn, revocation: Turn) async throws {
        let bench = try Bench()
        for (step, turn) in [(ScriptedService.Step.logOut, logOut), (.revoke, revocation)] {
            if turn == .hangs { bench.service.turnstile.hold("\(step):carl") }
            if turn.fault != .cancelled { bench.service.fail(step, with: turn.fault) }
        }
        let before = try await bench.fileBytes()
        async let error = failure { () async throws(AuthError) in try await bench.signIn("carl") }
        if logOut == .hangs { await runOut("logOut:carl", of: bench) }
        if revocation == .hangs { await runOut("revoke:carl", of: bench) }
        let report = try #require(await error?.cleanup)
        #expect(report.serverLogout == logOut.outcome(logOut.fault))
        #expect(report.revocation == revocation.outcome(revocation.fault))
        #expect(report.providerCleanup == .notNeeded)
        #expect(report.localCleanup == .notNeeded)
        #expect(bench.coordinator.state.cleanup == report)
        #expect(try await bench.fileBytes() == before)
        for step in ["logOut", "revoke"] { bench.service.turnstile.open("\(step):carl") }
    }

    /// Waits until a part hangs, and lets its time run out.
    private func runOut(_ name: String, of bench: Bench) async {
        await bench.service.turnstile.arrivals(of: name)
        await bench.clock.sleepers(1)
        bench.clock.advance(by: bench.configuration.cleanupTimeout)
    }

    @Test("A4 B5: the provider's own session is ended on a provider's branch, and reported", arguments: Turn.allCases)
    func provider(turn: Turn) async throws {
        let asked = Lock<SignInBranch?>(nil)
        let turnstile = Turnstile()
        if turn == .hangs { turnstile.hold("provider") }
        let bench = try Bench(endProviderSession: { branch in
            asked.withLock { $0 = branch }
            await turnstile.pass("provider")
            return turn == .works
        })
        bench.service.know(.init(subject: "carl", role: .customer), by: "identity-token-of-carl")
        if turn == .hangs { bench.service.turnstile.hold("logOut:carl") }
        async let error = failure { () async throws(AuthError) in
            try await bench.coordinator.signIn(
                with: .google(identityToken: SecretBytes(utf8: "identity-token-of-carl")))
        }
        if turn == .hangs {
            // The server's part has a timer too, unless it is over.
            await turnstile.arrivals(of: "provider")
            await bench.clock.sleepers(2)
            bench.service.turnstile.open("logOut:carl")
            bench.clock.advance(by: bench.configuration.cleanupTimeout)
        }
        let report = try #require(await error?.cleanup)
        #expect(asked.withLock { $0 } == .google)
        switch turn {
        case .works: #expect(report.providerCleanup == .done)
        case .hangs: #expect(report.providerCleanup == .timedOut)
        case .refuses, .drops, .answersGarbage, .isGone: #expect(report.providerCleanup == .failed(.provider))
        }
        turnstile.open("provider")
    }

    @Test("A4: on a branch without a provider, no provider is asked")
    func noProvider() async throws {
        let bench = try Bench(endProviderSession: { _ in
            Issue.record("a provider was asked")
            return true
        })
        let error = await failure { () async throws(AuthError) in try await bench.signIn("carl") }
        #expect(error?.cleanup?.providerCleanup == .notNeeded)
    }

    @Test("S08 E3: what the rejected account had on disk goes, though the server can't be reached")
    func localPart() async throws {
        let bench = try Bench()
        try await bench.signIn("anna", push: "push-token-of-this-device")
        bench.service.know(.init(subject: "anna", role: .customer), by: Bench.secret(of: "anna"))
        bench.service.fail(.logOut, with: .unreachable)
        bench.service.fail(.revoke, with: .unreachable)
        let error = await failure { () async throws(AuthError) in try await bench.signIn("anna") }
        #expect(error?.cleanup?.localCleanup == .done)
        #expect(error?.cleanup?.serverLogout == .failed(.service(.unreachable)))
        #expect(try bench.vault.hasRecords(of: bench.account("anna")) == false)
        await bench.coordinator.acknowledgeRejection()
        #expect(bench.coordinator.state.signedOutReason == .signInFailed)
    }

    @Test("A4: local cleanup that fails is reported as such, and the server's parts are done all the same")
    func lockedLocalPart() async throws {
        let bench = try Bench()
        bench.service.turnstile.hold("signIn:carl")
        async let error = failure { () async throws(AuthError) in try await bench.signIn("carl") }
        await bench.service.turnstile.arrivals(of: "signIn:carl")
        bench.vault.lock()
        bench.service.turnstile.open("signIn:carl")
        let report = try #require(await error?.cleanup)
        #expect(report.localCleanup == .failed(.vault(.locked)))
        #expect(report.serverLogout == .done)
        #expect(report.revocation == .done)
    }

    @Test("S25: a wrong-role attempt by C leaves B's session as it was")
    func otherSession() async throws {
        let bench = try Bench()
        let session = try await bench.signIn("bert")
        let before = try await bench.fileBytes()
        let error = await failure { () async throws(AuthError) in try await bench.signIn("carl") }
        #expect(error?.code == .wrongRole)
        #expect(try await bench.fileBytes() == before)
        await bench.coordinator.acknowledgeRejection()
        #expect(bench.coordinator.state.isActive)
        #expect(try await bench.coordinator.perform { token in text(of: token) }.contains("bert"))
        _ = try await session.readTokens()
        #expect(bench.service.calls(.logOut).map(\.subject) == ["carl"])
    }

    @Test("S26: the push identity that went with a rejected sign-in is withdrawn with the logout")
    func pushIdentity() async throws {
        let bench = try Bench()
        _ = await failure { () async throws(AuthError) in
            try await bench.signIn("carl", push: "push-token-of-this-device")
        }
        #expect(bench.service.calls(.logOut).map(\.withdrawn) == ["push-token-of-this-device"])
    }

    @Test("C3: a refresh token that came with a rejected sign-in is revoked too")
    func refreshToken() async throws {
        let bench = try Bench()
        bench.service.issueRefreshTokens()
        _ = await failure { () async throws(AuthError) in try await bench.signIn("carl") }
        let revoked = try #require(bench.service.calls(.revokeRefresh).first)
        #expect(bench.service.calls(.revoke).map { "refresh-\($0.token)" } == [revoked.token])
    }

    @Test("A4: cancelling the task that signs in does not stop the cleanup")
    func cancelled() async throws {
        let bench = try Bench()
        bench.service.turnstile.hold("logOut:carl")
        let task = Task { await failure { () async throws(AuthError) in try await bench.signIn("carl") } }
        await bench.service.turnstile.arrivals(of: "logOut:carl")
        task.cancel()
        bench.service.turnstile.open("logOut:carl")
        #expect(await task.value?.cleanup?.serverLogout == .done)
        #expect(bench.service.liveTokens.isEmpty)
    }

    @Test("A rejected session is logged out before the error is shown")
    func order() async throws {
        let bench = try Bench()
        bench.service.turnstile.hold("logOut:carl")
        async let error = failure { () async throws(AuthError) in try await bench.signIn("carl") }
        await bench.service.turnstile.arrivals(of: "logOut:carl")
        #expect(bench.coordinator.state.description == "authenticating (email-password)")
        bench.service.turnstile.open("logOut:carl")
        #expect(await error?.code == .wrongRole)
        #expect(bench.service.liveTokens.isEmpty)
    }
}
