import OAuthClient
import Sealing
import SessionAuth
import SessionVault
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct TokenTests {
    private func signedIn(_ settings: String = "{}") async throws -> (OAuthServer, OAuthBench, AdmittedSession) {
        let server = try await OAuthServer.start()
        try await server.control(#"{"approved": "anna"}"#)
        try await server.control(settings)
        let bench = try await OAuthBench(issuer: server.issuer)
        return (server, bench, try await bench.signIn())
    }

    @Test(
        "A refresh gives new tokens, and keeps the refresh token where the server does not rotate it",
        arguments: [true, false])
    func refresh(rotates: Bool) async throws {
        let (server, bench, session) = try await signedIn(#"{"rotates": \#(rotates)}"#)
        let old = try await session.readTokens()
        let new = try await bench.refresh(old)
        #expect(text(of: new.access) != text(of: old.access))
        #expect((refreshToken(of: new) == refreshToken(of: old)) == !rotates)
        #expect(refreshToken(of: new) != nil)
        try await session.replaceTokens(with: new)
        #expect(try await server.log("token").last?.form["grant_type"] == "refresh_token")
        #expect(try await bench.service.profile(of: session.account, token: new.access).account == session.account)
    }

    @Test("S16: a refresh token that was spent is told as unauthorized, after one request")
    func spent() async throws {
        let (server, bench, session) = try await signedIn()
        let tokens = try await session.readTokens()
        _ = try await bench.refresh(tokens)
        let before = try await server.log("token").count
        #expect(
            await refusal { () async throws(ServiceError) in try await bench.refresh(tokens) } == .unauthorized)
        #expect(try await server.log("token").count == before + 1)
    }

    @Test("Without a refresh token nothing is sent")
    func noRefreshToken() async throws {
        let (server, bench, session) = try await signedIn(#"{"tokens": {"refresh_token": null}}"#)
        let tokens = try await session.readTokens()
        #expect(refreshToken(of: tokens) == nil)
        #expect(
            await refusal { () async throws(ServiceError) in try await bench.refresh(tokens) } == .unsupported)
        #expect(try await server.log("token").count == 1)
    }

    @Test(
        "S04: an expiry that is absent or unreadable is unknown, never 1970",
        arguments: ["null", "0", "-5", #""soon""#, "[]"])
    func expiry(value: String) async throws {
        let (_, _, session) = try await signedIn(#"{"tokens": {"expires_in": \#(value)}}"#)
        #expect(try await session.readTokens().expiry == .unknown)
    }

    @Test("An expiry counts from when the answer came, as a number or as a text", arguments: ["3600", #""3600""#])
    func knownExpiry(value: String) async throws {
        let before = UnixTime.now
        let (_, _, session) = try await signedIn(#"{"tokens": {"expires_in": \#(value)}}"#)
        guard case .at(let time) = try await session.readTokens().expiry else {
            Issue.record("unknown")
            return
        }
        #expect(time >= before.advanced(bySeconds: 3_600) && time <= UnixTime.now.advanced(bySeconds: 3_600))
    }

    @Test("S28: signing out revokes both tokens, the refresh token too")
    func signOut() async throws {
        let (server, bench, _) = try await signedIn()
        let report = await bench.coordinator.signOut()
        #expect(report.serverLogout == .done)
        #expect(report.revocation == .done)
        #expect(try await server.tokens().allSatisfy { !$0.active })
        #expect(
            Set(try await server.log("revoke").compactMap { $0.form["token_type_hint"] }) == [
                "access_token", "refresh_token",
            ])
    }

    @Test(
        "C3: a server without revocation, or one that fails at it, is reported as such; local sign-out happens",
        arguments: [
            (
                #"{"metadata": {"revocation_endpoint": null}}"#, CleanupOutcome.failed(.service(.unsupported)),
                CleanupOutcome.notNeeded
            ),
            (#"{"revocation": 503}"#, .failed(.service(.serverFault)), .failed(.service(.serverFault))),
        ])
    func revocation(settings: String, logOut: CleanupOutcome, revocation: CleanupOutcome) async throws {
        let (_, bench, _) = try await signedIn(settings)
        let report = await bench.coordinator.signOut()
        #expect(report.serverLogout == logOut)
        #expect(report.revocation == revocation)
        #expect(report.localCleanup == .done)
        #expect(try bench.stored() == [])
    }

    @Test(
        "B8 D6: a restored session is confirmed by userinfo, or ends there",
        arguments: [
            (#"{}"#, "active"), (#"{"claims": {"role": "customer"}}"#, "rejected"),
            (#"{"userinfo": 500}"#, "provisional"),
            (#"{"userinfo": 401}"#, "signed out (refused by the server)"),
            (#"{"userinfo": 403}"#, "signed out (refused by the server)"),
            (#"{"userinfo": {"sub": "bert", "role": "driver"}}"#, "rejected"),
        ])
    func confirmation(settings: String, state: String) async throws {
        let (server, bench, _) = try await signedIn()
        let coordinator = AuthCoordinator(
            vault: bench.vault, gate: RoleGate(admitting: [.driver]), service: bench.service,
            configuration: SignInConfiguration(branches: [.deviceGrant]))
        _ = try await coordinator.restore()
        try await server.control(settings)
        _ = try? await coordinator.confirm()
        #expect(coordinator.state.description == state)
    }
}
