import OAuthClient
import Sealing
import SessionAuth
import SessionVault
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct IdentityTests {
    private func bench(_ settings: String) async throws -> (OAuthServer, OAuthBench) {
        let server = try await OAuthServer.start()
        try await server.control(#"{"approved": "anna", "claims": {"role": "driver"}}"#)
        try await server.control("{\(settings)}")
        return (server, try await OAuthBench(issuer: server.issuer))
    }

    @Test(
        "B5: an identity token that is the issuer's, for this app, this time and the person of userinfo, is taken",
        arguments: [
            #""id_token": {}"#, #""id_token": {"azp": "made-up-app"}"#, #""id_token": {"aud": ["made-up-app"]}"#,
            #""id_token": {"aud": ["made-up-app", "another"], "azp": "made-up-app"}"#,
            // Five minutes between two clocks are borne, and an hour where the server's own date tells of it.
            #""id_token": {"iat": -900, "exp": -200}"#, #""id_token": {"iat": 200}"#, #""id_token": {}, "date": 3600"#,
            #""id_token": {}, "date": -3600"#, #""id_token": {"iat": null}"#,
            #""id_token": {"exp": 600.75, "nbf": -5}"#, #""id_token": {}, "id_header": {"alg": "ES256", "kid": "1"}"#,
            #""tokens": {"id_token": null}"#,
        ])
    func taken(settings: String) async throws {
        let (_, bench) = try await bench(settings)
        #expect(try await bench.failure() == nil)
        #expect(try bench.stored() == ["anna"])
    }

    @Test(
        "B5: any other identity token signs nobody in, and the tokens that came with it are revoked",
        arguments: [
            // Issuer.
            #""id_token": {"iss": null}"#, #""id_token": {"iss": "http://127.0.0.1:9/elsewhere"}"#,
            #""id_token": {"iss": ["x"]}"#,
            // Audience, and the party it was made for.
            #""id_token": {"aud": null}"#, #""id_token": {"aud": "another"}"#, #""id_token": {"aud": []}"#,
            #""id_token": {"aud": ["another", "third"]}"#, #""id_token": {"aud": ["made-up-app", "another"]}"#,
            #""id_token": {"aud": ["made-up-app", "another"], "azp": "another"}"#, #""id_token": {"azp": "another"}"#,
            #""id_token": {"azp": 7}"#, #""id_token": {"aud": {"made-up-app": 1}}"#,
            // Time.
            #""id_token": {"exp": null}"#, #""id_token": {"exp": "later"}"#, #""id_token": {"iat": -900, "exp": -400}"#,
            #""id_token": {"iat": 400}"#, #""id_token": {"nbf": 400}"#, #""id_token": {"iat": "now"}"#,
            #""id_token": {"iat": 200, "exp": 100}"#, #""id_token": {}, "date": 172800"#,
            #""id_token": {}, "date": -172800"#,
            // Subject.
            #""id_token": {"sub": null}"#, #""id_token": {"sub": ""}"#, #""id_token": {"sub": 7}"#,
            #""id_token": {"sub": "bert"}"#, #""id_token": {"sub": "Anna"}"#, #""id_token": {"sub": "änna"}"#,
            #""id_token": {}, "userinfo": {"sub": "bert", "role": "driver"}"#,
            // Form and algorithm.
            #""id_token": {}, "id_header": {"alg": "none"}"#, #""id_token": {}, "id_header": {"alg": "NoNe"}"#,
            #""id_token": {}, "id_header": {"alg": null}"#, #""id_token": {}, "id_header": {"alg": ""}"#,
            #""id_token": {}, "id_header": {"crit": ["b64"], "b64": false}"#, #""id_token": {}, "id_header": "a.b""#,
            #""id_token": {}, "id_header": "a.b.c.d.e""#, #""id_token": {}, "id_header": "e30.e30.""#,
            #""id_token": {}, "id_header": "eyJhbGciOiJSUzI1NiJ9.W10.eA""#, #""tokens": {"id_token": 7}"#,
        ])
    func refused(settings: String) async throws {
        let (server, bench) = try await bench(settings)
        let error = try await bench.failure()
        #expect(error?.service?.code == .identityRefused)
        #expect(try await server.tokens().count == 2)
        #expect(try await server.tokens().allSatisfy { !$0.active })
        #expect(try bench.stored() == [])
        #expect(bench.coordinator.state.description == "signed out (sign-in failed)")
    }

    @Test(
        "B5: at a refresh the identity token has to be about the same person, and is not needed",
        arguments: [
            (#""id_token": {}"#, true), (#""id_token": null"#, true), (#""id_token": {"sub": "bert"}"#, false),
            (#""id_token": {"aud": "another"}"#, false), (#""id_token": {"iss": "http://127.0.0.1:9"}"#, false),
            // A clock that is days off logs nobody out.
            (#""id_token": {}, "date": 172800"#, true), (#""id_token": {"iat": -900, "exp": -400}"#, true),
            (#""id_token": {"sub": "bert"}, "rotates": false"#, false),
        ])
    func refresh(settings: String, isTaken: Bool) async throws {
        let (server, bench) = try await bench(#""id_token": {}"#)
        let session = try await bench.signIn()
        try await server.control("{\(settings)}")
        let tokens = try await session.readTokens()
        let code = await refusal { () async throws(ServiceError) in try await bench.refresh(tokens) }
        #expect(code == (isTaken ? nil : .identityRefused))
        let issued = try await server.tokens()
        let rotates = !settings.contains("rotates")
        // What came with it is revoked; the old refresh token is the session's where it was not spent.
        #expect(issued.filter { $0.token.hasPrefix("access-") }.last?.active == isTaken)
        #expect(issued.filter { $0.token.hasPrefix("refresh-") }.last?.active == (isTaken || !rotates))
    }

    @Test("C1 B5: nothing of a refused identity token shows")
    func secrecy() async throws {
        let (_, bench) = try await bench(#""id_token": {"sub": "made-up-subject", "nonce": "made-up-nonce"}"#)
        let error = try #require(try await bench.failure())
        for text in bench.sink.lines + ["\(error)", String(reflecting: error)] {
            #expect(!["made-up-subject", "made-up-nonce", "eyJ", "anna"].contains { text.contains($0) })
        }
    }
}
