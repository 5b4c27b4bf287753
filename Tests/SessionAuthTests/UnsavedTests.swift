import Sealing
import SessionAuth
import TestSupport
import Testing

@testable import SessionVault

/// Tokens that the vault could not take, and whose own end comes before it can.
@Suite(.timeLimit(.minutes(5))) struct UnsavedTests {
    /// Anna, with refreshed tokens in memory alone, which end soon.
    private func unsaved(_ bench: RefreshBench) async throws -> AdmittedSession {
        let session = try await bench.signIn()
        bench.wall.advance(bySeconds: 4_000)
        bench.store.fail(after: 1, with: VaultError(.noSpace))
        #expect(try await bench.request() == "access-2")
        return session
    }

    @Test(
        "S17: tokens in memory are refreshed from memory, once for all tasks, and the newest are written when that works"
    )
    func refreshed() async throws {
        let bench = try RefreshBench()
        let session = try await unsaved(bench)
        for round in 2...4 {
            bench.wall.advance(bySeconds: 4_000)
            let tokens = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 1...10 { group.addTask { try await bench.request() } }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(tokens == ["access-\(2 * round)"])
            #expect(bench.service.refreshes == round)
        }
        #expect(try await text(of: session.readTokens().access) == "access-0")
        #expect(bench.coordinator.state.description == "unsaved (noSpace)")
        bench.store.fail(after: 0, with: nil)
        #expect(try await bench.request() == "access-8")
        #expect(try await text(of: session.readTokens().access) == "access-8")
        #expect(bench.coordinator.state.isActive)
        #expect(bench.service.revokedFamilies == 0)
    }

    @Test("S17 S16: where an answer to that is lost, the token is asked about before it is spent again")
    func lostAnswer() async throws {
        let bench = try RefreshBench(introspects: true)
        _ = try await unsaved(bench)
        bench.wall.advance(bySeconds: 4_000)
        bench.service.fault(.losesAnswer)
        await #expect(throws: AuthError.self) { try await bench.request() }
        bench.wall.advance(bySeconds: 60)
        await #expect(throws: AuthError.self) { try await bench.request() }
        #expect(bench.service.introspections == 1)
        #expect(bench.service.revokedFamilies == 0)
        #expect(bench.coordinator.state.signedOutReason == .refreshLost)
    }

    @Test("S17 S16: where the server refuses the access token too, that doubt ends the session and does not last")
    func refusedInDoubt() async throws {
        let bench = try RefreshBench(introspects: true)
        _ = try await unsaved(bench)
        bench.service.killAccessTokens()
        bench.service.fault(.losesAnswer)
        await #expect(throws: AuthError.self) { try await bench.request() }
        #expect(bench.coordinator.state.description == "unsaved (noSpace)")
        await #expect(throws: AuthError.self) { try await bench.request() }
        #expect(bench.coordinator.state.signedOutReason == .refreshLost)
    }

    @Test("A server that fails at it ends nothing; one that refuses ends the session with a reason")
    func failures() async throws {
        let bench = try RefreshBench()
        _ = try await unsaved(bench)
        bench.wall.advance(bySeconds: 4_000)
        bench.service.fault(.refuses(.serverFault))
        await #expect(throws: AuthError.self) { try await bench.request() }
        #expect(bench.coordinator.state.description == "unsaved (noSpace)")
        bench.wall.advance(bySeconds: 60)
        bench.service.fault(.refuses(.unauthorized))
        await #expect(throws: AuthError.self) { try await bench.request() }
        #expect(bench.coordinator.state.signedOutReason == .refreshRefused)
    }

    @Test("S17: tokens that are being spent are not written meanwhile: their successor is")
    func spending() async throws {
        let bench = try RefreshBench()
        let session = try await unsaved(bench)
        bench.wall.advance(bySeconds: 4_000)
        bench.service.turnstile.hold("refreshed")
        let first = Task { try await bench.request() }
        await bench.service.turnstile.arrivals(of: "refreshed")
        bench.store.fail(after: 0, with: nil)
        let second = Task { try await bench.request() }
        for _ in 0..<1_000 { await Task.yield() }
        bench.service.turnstile.open("refreshed")
        #expect(try await first.value == "access-4")
        #expect(try await second.value == "access-4")
        #expect(try await text(of: session.readTokens().access) == "access-4")
        #expect(bench.service.liveTokens.contains("refresh-4"))
        #expect(bench.coordinator.state.isActive)
    }

    @Test("S35: tokens in memory belong to their session alone, and not to the one that takes its place")
    func replaced() async throws {
        let bench = try RefreshBench()
        _ = try await unsaved(bench)
        bench.store.fail(after: 0, with: nil)
        let session = try await bench.signIn()
        let token = try await text(of: session.readTokens().access)
        #expect(try await bench.request() == token)
        #expect(await bench.coordinator.signOut().serverLogout == .done)
        #expect(!bench.service.liveTokens.contains(token))
    }

    @Test("S10: a session goes from this machine though there is no room for what its logout needs")
    func noRoom() async throws {
        let bench = try RefreshBench()
        let session = try await bench.signIn()
        bench.store.failNext(with: VaultError(.noSpace))
        #expect(await bench.coordinator.signOut().localCleanup == .done)
        #expect(throws: VaultError(.sessionEnded)) { _ = try session.readTokens() }
    }
}
