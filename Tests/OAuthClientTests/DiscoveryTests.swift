import OAuthClient
import SessionAuth
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct DiscoveryTests {
    @Test(
        "Either document is found, OpenID Connect's after the issuer's path and RFC 8414's before it",
        arguments: [true, false])
    func documents(openID: Bool) async throws {
        let server = try await OAuthServer.start()
        try await server.control(#"{"openid_document": \#(openID), "oauth_document": \#(!openID)}"#)
        let service = try await OAuthBench.discover(server.issuer)
        #expect(service.realm == server.issuer)
        #expect(service.branches == [.deviceGrant, .openID])
    }

    @Test(
        "A document that is missing, of another issuer, or names endpoints that tokens must not go to is refused",
        arguments: [
            (#"{"openid_document": false, "oauth_document": false}"#, ServiceError.Code.invalidAnswer),
            (#"{"metadata": {"issuer": "http://127.0.0.1:9/elsewhere"}}"#, .invalidAnswer),
            (#"{"metadata": {"issuer": null}}"#, .invalidAnswer),
            (#"{"metadata": {"token_endpoint": null}}"#, .invalidAnswer),
            (#"{"metadata": {"token_endpoint": "http://login.example.test/token"}}"#, .badAddress),
            (#"{"metadata": {"revocation_endpoint": "http://login.example.test/revoke"}}"#, .badAddress),
            (#"{"metadata": {"userinfo_endpoint": 7.5}}"#, .badAddress),
            (#"{"metadata": {"userinfo_endpoint": ["x"]}}"#, .invalidAnswer),
        ])
    func refused(settings: String, code: ServiceError.Code) async throws {
        let server = try await OAuthServer.start()
        try await server.control(settings)
        #expect(await refusal { () async throws(ServiceError) in try await OAuthBench.discover(server.issuer) } == code)
    }

    @Test(
        "An issuer that is no safe address is refused before anything is sent",
        arguments: [
            "http://login.example.test", "ftp://127.0.0.1", "https://user:pass@login.example.test", "", "https://a?b",
        ])
    func issuer(issuer: String) async {
        #expect(await refusal { () async throws(ServiceError) in try await OAuthBench.discover(issuer) } == .badAddress)
    }

    @Test("A server that is gone is unreachable")
    func gone() async {
        #expect(
            await refusal { () async throws(ServiceError) in try await OAuthBench.discover("http://127.0.0.1:9") }
                == .unreachable)
    }

    @Test(
        "D1 E1: without the device grant or userinfo the branch is hidden, says why, and nothing is sent",
        arguments: [
            "device_authorization_endpoint", "userinfo_endpoint",
        ])
    func hidden(endpoint: String) async throws {
        let server = try await OAuthServer.start()
        try await server.control(#"{"metadata": {"\#(endpoint)": null}}"#)
        let bench = try await OAuthBench(issuer: server.issuer)
        #expect(bench.coordinator.availability(of: .deviceGrant) == .hidden(.notOfferedByServer))
        do throws(AuthError) {
            _ = try await bench.coordinator.signIn(
                with: .deviceGrant(.random(count: 20), polledEvery: .seconds(5), validFor: .seconds(60)))
            Issue.record("signed in")
        } catch { #expect(error.code == .branchHidden) }
        #expect(try await server.log("token").isEmpty)
    }
}
