import OAuthClient
import Sealing
import SessionAuth
import SessionVault
import TestSupport
import Testing

/// Against a server that others wrote; `Tests/Servers/requirements.txt` says what it needs.
@Suite(
    .enabled(if: OpenIDProvider.python != nil, "no Python with oidc-provider-mock; see Tests/Servers/requirements.txt"),
    .timeLimit(.minutes(5)))
struct OpenIDProviderTests {
    @Test("The whole life of a session: approval, gate, confirmation, refresh and revocation")
    func life() async throws {
        let provider = try await OpenIDProvider.start()
        let bench = try await OAuthBench(issuer: provider.issuer)
        let grant = try await bench.service.beginDeviceGrant()
        let userCode = grant.userCode.withExposedValue { $0 }
        let session = bench.begin(with: grant)
        // Pending, then told to slow down, then approved.
        for wait in [5, 5] {
            await bench.clock.sleepers(1)
            bench.clock.advance(by: .seconds(wait))
        }
        await bench.clock.sleepers(1)
        try await provider.decide(userCode, subject: "anna", claims: #"{"role": "driver"}"#)
        bench.clock.advance(by: .seconds(10))
        let signedIn = try await session.value.get()
        #expect(bench.clock.requests == [.seconds(5), .seconds(5), .seconds(10)])
        #expect(signedIn.account.subject == "anna")

        let old = try await signedIn.readTokens()
        try await signedIn.replaceTokens(with: try await bench.refresh(old))
        let new = try await signedIn.readTokens()
        #expect(text(of: new.access) != text(of: old.access))
        #expect(
            await refusal { () async throws(ServiceError) in
                try await bench.service.profile(of: signedIn.account, token: old.access)
            } == .unauthorized)

        let report = await bench.coordinator.signOut()
        #expect(report.serverLogout == .done)
        #expect(report.revocation == .done)
        #expect(
            await refusal { () async throws(ServiceError) in
                try await bench.service.profile(of: signedIn.account, token: new.access)
            } == .unauthorized)
        #expect(
            await refusal { () async throws(ServiceError) in try await bench.refresh(new) } == .unauthorized)
    }

    @Test("D3: a wrong role is refused and its tokens are dead at the server", arguments: [true, false])
    func refused(approved: Bool) async throws {
        let provider = try await OpenIDProvider.start()
        let bench = try await OAuthBench(issuer: provider.issuer)
        let grant = try await bench.service.beginDeviceGrant()
        try await provider.decide(
            grant.userCode.withExposedValue { $0 }, subject: "carl", claims: #"{"role": "customer"}"#,
            approved: approved)
        do {
            _ = try await bench.signIn(with: grant)
            Issue.record("signed in")
        } catch let error as AuthError {
            #expect(error.code == (approved ? .wrongRole : .service))
            #expect(error.service?.code == (approved ? nil : .denied))
            #expect(error.cleanup?.revocation == (approved ? .done : nil))
        }
        #expect(try bench.stored() == [])
    }
}
