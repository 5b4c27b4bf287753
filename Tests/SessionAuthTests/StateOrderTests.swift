import Sealing
import SessionAuth
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct StateOrderTests {
    /// Runs `body` with a coordinator of its own, and returns all states that a watcher saw.
    private func watch(_ bench: Bench, _ body: (AuthCoordinator) async throws -> Void) async throws -> [String] {
        let stream: AsyncStream<AuthState>
        do {
            let coordinator = bench.restarted()
            stream = coordinator.states()
            try await body(coordinator)
        }
        return await states(of: stream)
    }

    @Test("A6: a good sign-in is never active before its answer passed the gate")
    func good() async throws {
        let bench = try Bench()
        let seen = try await watch(bench) { coordinator in
            bench.service.turnstile.hold("signIn:anna")
            async let session = coordinator.signIn(with: Bench.credential(of: "anna"))
            await bench.service.turnstile.arrivals(of: "signIn:anna")
            #expect(coordinator.state.description == "authenticating (email-password)")
            bench.service.turnstile.open("signIn:anna")
            _ = try await session
        }
        #expect(seen == ["signed out (not yet signed in)", "authenticating (email-password)", "active"])
    }

    @Test("D3 D4: a wrong role is never a signed-in state, not for a moment", arguments: SignInBranch.allCases)
    func wrongRole(branch: SignInBranch) async throws {
        let bench = try Bench()
        let seen = try await watch(bench) { coordinator in
            _ = await failure { () async throws(AuthError) in
                try await coordinator.signIn(with: branch.credential(secret: Bench.secret(of: "carl")))
            }
            await coordinator.acknowledgeRejection()
        }
        #expect(
            seen == [
                "signed out (not yet signed in)", "authenticating (\(branch))", "rejected",
                "signed out (sign-in failed)",
            ])
    }

    @Test("D5 E4: a restored session is provisional before it is active")
    func restored() async throws {
        let bench = try Bench()
        try await bench.signIn("anna")
        let seen = try await watch(bench) { coordinator in
            _ = try await coordinator.restore()
            _ = try await coordinator.confirm()
            await coordinator.signOut()
        }
        #expect(seen == ["signed out (not yet signed in)", "provisional", "active", "signed out (by sign-out)"])
    }

    @Test("D6: a restored account that the gate refuses is signed out before its cleanup is over")
    func lostRole() async throws {
        let bench = try Bench()
        try await bench.signIn("anna")
        bench.service.know(.init(subject: "anna", role: .customer), by: Bench.secret(of: "anna"))
        let seen = try await watch(bench) { coordinator in
            _ = try await coordinator.restore()
            _ = await failure { () async throws(AuthError) in try await coordinator.confirm() }
        }
        #expect(
            seen == [
                "signed out (not yet signed in)", "provisional", "signed out (refused by the server)", "rejected",
            ])
    }

    @Test("Every watcher sees the state now, all later ones in the same order, and the end")
    func watchers() async throws {
        let bench = try Bench()
        let late = try await watch(bench) { coordinator in
            _ = try await coordinator.signIn(with: Bench.credential(of: "anna"))
            let stream = coordinator.states()
            await coordinator.signOut()
            var iterator = stream.makeAsyncIterator()
            #expect(await iterator.next()?.isActive == true)
            #expect(await iterator.next()?.signedOutReason == .bySignOut)
        }
        #expect(late.last == "signed out (by sign-out)")
    }
}
