import Foundation
import Sealing
import SessionAuth
import TestSupport
import Testing

@testable import SessionVault

/// Logouts that a server could not be asked for when the session ended.
@Suite(.timeLimit(.minutes(5))) struct PendingLogoutTests {
    private static let push = "push-token-of-this-device"

    /// Anna, signed out while the server could not be reached.
    private func signedOut(_ bench: Bench, push: String? = push) async throws -> CleanupReport {
        try await bench.signIn("anna", push: push)
        bench.service.fail(.logOut, with: .unreachable)
        bench.service.fail(.revoke, with: .unreachable)
        let report = await bench.coordinator.signOut()
        bench.service.fail(.logOut, with: nil)
        bench.service.fail(.revoke, with: nil)
        return report
    }

    private func waiting(_ bench: Bench, at now: UnixTime = .now) throws -> [String] {
        try bench.vault.pendingLogouts(realm: ScriptedService.issuer, at: now).map(\.account.subject)
    }

    @Test("S12: a logout that could not be delivered is kept sealed, and done at the next start, push identity and all")
    func nextStart() async throws {
        let bench = try Bench()
        #expect(try await signedOut(bench).serverLogout == .failed(.service(.unreachable)))
        #expect(try waiting(bench) == ["anna"])
        let token = try #require(bench.service.liveTokens.first)
        #expect(try await bench.fileBytes().range(of: Data(token.utf8)) == nil)
        let next = bench.restarted()
        bench.service.turnstile.hold("logOut:anna")
        #expect(try await next.restore() == nil)
        await bench.service.turnstile.arrivals(of: "logOut:anna")
        #expect(await next.finishLogouts().isEmpty)
        bench.service.turnstile.open("logOut:anna")
        let after = bench.restarted()
        _ = await after.finishLogouts()
        #expect(bench.service.liveTokens.isEmpty)
        #expect(bench.service.calls(.logOut).last?.withdrawn == Self.push)
        #expect(try waiting(bench) == [])
    }

    @Test(
        "S12: what the server answered definitely is not asked again; what it could not say is",
        arguments: [
            (ServiceError.Code.unauthorized, 0), (.refused, 0), (.unsupported, 0), (.unreachable, 1), (.serverFault, 1),
            (.timedOut, 1), (.tooManyRequests, 1), (.invalidAnswer, 1), (.clientRefused, 1),
        ])
    func definite(code: ServiceError.Code, count: Int) async throws {
        let bench = try Bench()
        try await bench.signIn("anna")
        bench.service.fail(.logOut, with: code)
        bench.service.fail(.revoke, with: code)
        await bench.coordinator.signOut()
        #expect(try waiting(bench).count == count)
        let again = await bench.restarted().finishLogouts()
        #expect(again.count == count)
        #expect(try waiting(bench).count == count)
    }

    @Test("S12 S28: a logout is not over while one of the tokens could not be revoked")
    func oneOfTwo() async throws {
        let bench = try Bench()
        bench.service.issueRefreshTokens()
        try await bench.signIn("anna")
        bench.service.fail(.revokeRefresh, with: .unreachable)
        #expect(await bench.coordinator.signOut().serverLogout == .done)
        #expect(try waiting(bench) == ["anna"])
        bench.service.fail(.revokeRefresh, with: nil)
        _ = await bench.restarted().finishLogouts()
        #expect(try waiting(bench) == [])
    }

    @Test("S12: what has waited for a week is deleted at the next start")
    func expired() async throws {
        let bench = try Bench()
        _ = try await signedOut(bench)
        try bench.vault.forgetExpiredLogouts(at: .now.advanced(bySeconds: 6 * 86_400))
        #expect(try waiting(bench) == ["anna"])
        try bench.vault.forgetExpiredLogouts(at: .now.advanced(bySeconds: 8 * 86_400))
        #expect(try waiting(bench) == [])
    }

    @Test("A session to which the server gave the same refresh token again goes on")
    func sameRefreshToken() async throws {
        let bench = try Bench()
        bench.service.repeatRefreshTokens()
        try await bench.signIn("anna")
        try await bench.signIn("anna")
        #expect(try waiting(bench) == [])
        #expect(bench.service.calls(.revokeRefresh).isEmpty && bench.service.calls(.logOut).isEmpty)
    }

    @Test("A sign-out that the server did leaves nothing behind")
    func done() async throws {
        let bench = try Bench()
        try await bench.signIn("anna")
        await bench.coordinator.signOut()
        #expect(try waiting(bench) == [])
    }

    @Test("S12: of at most 16 sessions, for a week")
    func bounds() async throws {
        let bench = try Bench(
            configuration: SignInConfiguration(branches: [.emailPassword], keepsOtherAccounts: true))
        for _ in 1...20 { _ = try await signedOut(bench) }
        #expect(try waiting(bench).count == 16)
        #expect(try waiting(bench, at: .now.advanced(bySeconds: 8 * 86_400)) == [])
        _ = await bench.restarted().finishLogouts()
        #expect(bench.service.liveTokens.count == 4)
        #expect(try waiting(bench) == [])
    }

    @Test("A session to which the server gave the same token again goes on")
    func sameToken() async throws {
        let bench = try Bench()
        bench.service.repeatTokens()
        _ = try await signedOut(bench)
        try await bench.signIn("anna")
        let before = bench.service.calls(.logOut).count
        _ = await bench.restarted().finishLogouts()
        #expect(bench.service.calls(.logOut).count == before)
        #expect(bench.service.liveTokens.count == 1)
        #expect(try waiting(bench) == [])
    }

    @Test("C5: a push identity that another account has by now is not withdrawn")
    func movedPush() async throws {
        let bench = try Bench()
        _ = try await signedOut(bench)
        try await bench.signIn("bert", push: Self.push)
        _ = await bench.restarted().finishLogouts()
        let last = try #require(bench.service.calls(.logOut).last)
        #expect(last.subject == "anna" && last.withdrawn == nil)
    }

    @Test("Another account's sign-in keeps what it replaced until the server was asked", arguments: [true, false])
    func replaced(isOwn: Bool) async throws {
        let bench = try Bench()
        try await bench.signIn("anna")
        let earlier = try #require(bench.service.liveTokens.first)
        bench.service.turnstile.hold("logOut:anna")
        try await bench.signIn(isOwn ? "anna" : "bert")
        await bench.service.turnstile.arrivals(of: "logOut:anna")
        #expect(try waiting(bench) == ["anna"])
        #expect(try bench.stored() == [isOwn ? "anna" : "bert"])
        #expect(bench.service.liveTokens.contains(earlier))
        bench.service.turnstile.open("logOut:anna")
    }

    @Test("Whoever removes everything of an account removes what its logouts need, too", arguments: [true, false])
    func removed(all: Bool) async throws {
        let bench = try Bench()
        _ = try await signedOut(bench)
        if all {
            try await bench.vault.removeAllSessions()
        } else {
            try await bench.vault.remove(bench.account("anna"))
        }
        #expect(try waiting(bench) == [])
    }

    @Test(
        "A4 C3 S28: after a sign-out the token is of no use in this process, however the server behaved",
        arguments: Turn.allCases)
    func unusable(turn: Turn) async throws {
        let bench = try Bench()
        let session = try await bench.signIn("anna")
        if turn == .hangs { for step in ["logOut", "revoke"] { bench.service.turnstile.hold("\(step):anna") } }
        if turn.fault != .cancelled {
            bench.service.fail(.logOut, with: turn.fault)
            bench.service.fail(.revoke, with: turn.fault)
        }
        async let report = bench.coordinator.signOut()
        if turn == .hangs {
            for step in ["logOut", "revoke"] {
                await bench.service.turnstile.arrivals(of: "\(step):anna")
                await bench.clock.sleepers(1)
                bench.clock.advance(by: bench.configuration.cleanupTimeout)
            }
        }
        #expect(await report.serverLogout == turn.outcome(turn.fault))
        #expect(await report.localCleanup == .done)
        #expect(throws: VaultError(.sessionEnded)) { try session.accessToken.withBearer { _ in } }
        #expect(throws: VaultError(.sessionEnded)) { _ = try session.readTokens() }
        let error = await failure { () async throws(AuthError) in try await bench.coordinator.perform { _ in } }
        #expect(error?.code == .notSignedIn)
        #expect(try await bench.restarted().restore() == nil)
        for step in ["logOut", "revoke"] { bench.service.turnstile.open("\(step):anna") }
    }
}
