import OAuthClient
import Sealing
import SessionAuth
import SessionVault
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct DeviceGrantTests {
    private func bench(_ settings: String = "{}") async throws -> (OAuthServer, OAuthBench) {
        let server = try await OAuthServer.start()
        try await server.control(settings)
        return (server, try await OAuthBench(issuer: server.issuer))
    }

    @Test("A person is shown code and address, approves, and is signed in through the gate")
    func approved() async throws {
        let (server, bench) = try await bench(#"{"approved": "anna"}"#)
        let grant = try await bench.service.beginDeviceGrant()
        #expect(grant.userCode.withExposedValue { $0 } == "WDJB-MJHT")
        #expect(grant.verificationURI == server.issuer + "/activate")
        #expect(grant.completeURI?.withExposedValue { $0 } == server.issuer + "/activate?user_code=WDJB-MJHT")
        #expect(grant.lifetime == .seconds(600))
        let session = try await bench.signIn(with: grant)
        #expect(session.branch == .deviceGrant)
        #expect(session.account == (try AccountID(realm: server.issuer, subject: "anna")))
        #expect(bench.coordinator.state.description == "active")
        let tokens = try await session.readTokens()
        let issued = try await server.tokens()
        #expect(text(of: tokens.access) == issued.first?.token)
        #expect(refreshToken(of: tokens) == issued.last?.token)
        #expect(tokens.scopes == ["openid", "profile"])
        #expect(try await server.log("device").first?.form["scope"] == "openid profile")
    }

    @Test("D3 S07: an account of the wrong role is refused as on every branch, and its tokens are revoked")
    func wrongRole() async throws {
        let (server, bench) = try await bench(#"{"approved": "carl", "claims": {"role": "customer"}}"#)
        let error = try #require(try await bench.failure())
        #expect(error.code == .wrongRole)
        #expect(error.cleanup?.serverLogout == .done)
        #expect(error.cleanup?.revocation == .done)
        #expect(try await server.tokens().allSatisfy { !$0.active })
        #expect(try bench.stored() == [])
    }

    @Test(
        "RFC 8628: while the decision is pending the server is asked at its pace, slower when it says so or fails",
        arguments: [
            (#"["authorization_pending", "authorization_pending"]"#, [5, 5, 5]),
            (#"["slow_down", "authorization_pending"]"#, [5, 10, 10]),
            (#"["slow_down", "slow_down"]"#, [5, 10, 15]),
            (#"["drop", 503]"#, [5, 10, 20]),
            ("[429]", [5, 30]),
        ])
    func pace(polls: String, waits: [Int]) async throws {
        let (server, bench) = try await bench(#"{"approved": "anna", "polls": \#(polls)}"#)
        _ = try await bench.signIn()
        #expect(bench.clock.requests == waits.map { .seconds($0) })
        #expect(try await server.log("token").count == waits.count)
    }

    @Test(
        "RFC 8628: an interval that is absent or absurd is held within bounds",
        arguments: [("null", 5), ("0", 1), ("-7", 1), ("100000", 300), (#""soon""#, 5), ("7", 7)])
    func interval(value: String, seconds: Int) async throws {
        let (_, bench) = try await bench(#"{"device": {"interval": \#(value)}}"#)
        #expect(try await bench.service.beginDeviceGrant().interval == .seconds(seconds))
    }

    @Test(
        "Each end of a grant has its own code, nothing is stored, and it is not asked for again",
        arguments: [
            (#""approved": false"#, ServiceError.Code.denied), (#""polls": ["expired_token"]"#, .expired),
            (#""polls": ["invalid_grant"]"#, .expired), (#""polls": ["unauthorized_client"]"#, .clientRefused),
            (#""polls": ["something_new"]"#, .invalidAnswer),
            (#""approved": "anna", "tokens": {"access_token": null}"#, .noSession),
            (#""approved": "anna", "tokens": {"access_token": ""}"#, .invalidAnswer),
            (#""approved": "anna", "tokens": {"access_token": "a b"}"#, .invalidAnswer),
            (#""approved": "anna", "tokens": {"token_type": "mac"}"#, .invalidAnswer),
            (#""approved": "anna", "tokens": {"token_type": null}"#, .invalidAnswer),
        ])
    func ends(settings: String, code: ServiceError.Code) async throws {
        let (server, bench) = try await bench("{\(settings)}")
        let error = try #require(try await bench.failure())
        #expect(error.service?.code == code)
        #expect(bench.coordinator.state.description == "signed out (sign-in failed)")
        #expect(try await server.log("token").count == 1)
        #expect(try bench.stored() == [])
    }

    @Test("Nobody approves: the client stops asking when the time is over")
    func timeOver() async throws {
        let (server, bench) = try await bench(#"{"device": {"expires_in": 21}}"#)
        #expect(try await bench.failure()?.service?.code == .expired)
        #expect(try await server.log("token").count == 4)
    }

    @Test("S35: a sign-out while the person decides wins, and tokens that come all the same are revoked")
    func signOut() async throws {
        let (server, bench) = try await bench(#"{"approved": "anna"}"#)
        let task = bench.begin(with: try await bench.service.beginDeviceGrant())
        await bench.clock.sleepers(1)
        #expect(bench.coordinator.state.description == "authenticating (device-grant)")
        await bench.coordinator.signOut()
        bench.clock.advance(by: .seconds(5))
        #expect(await task.value.failure?.code == .superseded)
        #expect(try await server.tokens().count == 2)
        #expect(try await server.tokens().allSatisfy { !$0.active })
        #expect(try bench.stored() == [])
    }

    @Test("A cancelled task stops asking at once")
    func cancelled() async throws {
        let (server, bench) = try await bench(#"{"approved": "anna"}"#)
        let task = bench.begin(with: try await bench.service.beginDeviceGrant())
        await bench.clock.sleepers(1)
        task.cancel()
        #expect(await task.value.failure?.service?.code == .cancelled)
        #expect(try await server.log("token").isEmpty)
    }

    @Test(
        "Tokens whose account can't be read are revoked, since no session comes of them",
        arguments: [
            "500", #""no JSON""#, #"{"role": "driver"}"#, #"{"sub": 7, "role": "driver"}"#, #"{"sub": ""}"#, "[]",
        ])
    func unreadableAccount(userinfo: String) async throws {
        let (server, bench) = try await bench(#"{"approved": "anna", "userinfo": \#(userinfo)}"#)
        let error = try #require(try await bench.failure())
        #expect(error.service?.code == (userinfo == "500" ? .serverFault : .invalidAnswer))
        #expect(try await server.tokens().allSatisfy { !$0.active })
    }

    @Test(
        "A device answer that lacks what a person needs to see, or would fool a terminal, is refused",
        arguments: [
            #"{"device_code": null}"#, #"{"device_code": ""}"#, #"{"user_code": null}"#, #"{"verification_uri": null}"#,
            #"{"expires_in": null}"#, #"{"expires_in": -1}"#, #"{"user_code": "AB\u001b[2J"}"#,
        ])
    func deviceAnswer(changes: String) async throws {
        let (_, bench) = try await bench(#"{"device": \#(changes)}"#)
        #expect(
            await refusal { () async throws(ServiceError) in try await bench.service.beginDeviceGrant() }
                == .invalidAnswer)
    }

    @Test(
        "An app with a secret sends it, and one without is told that it lacks it",
        arguments: ["made-up-app-secret", nil])
    func clientSecret(secret: String?) async throws {
        let server = try await OAuthServer.start()
        try await server.control(#"{"client_secret": "made-up-app-secret"}"#)
        let service = try await OAuthBench.discover(server.issuer, secret: secret)
        let code = await refusal { () async throws(ServiceError) in try await service.beginDeviceGrant() }
        #expect(code == (secret == nil ? .clientRefused : nil))
    }

    @Test("C1 S14: no error, state, log line or description shows a token, a code or the server's words")
    func secrecy() async throws {
        let (server, bench) = try await bench(#"{"polls": ["something_new"], "approved": "anna"}"#)
        var shown = ["\(String(describing: try await bench.failure()))"]
        let session = try await bench.signIn()
        shown += ["\(session)", String(reflecting: bench.coordinator.state), "\(await bench.coordinator.signOut())"]
        let grant = try await bench.service.beginDeviceGrant()
        shown += ["\(grant.userCode)", String(reflecting: grant.completeURI)]
        var dumped = ""
        dump(bench.service, to: &dumped)
        for text in shown + bench.sink.lines {
            for secret in ["access-", "refresh-", "device-code-", "WDJB", "because of", "anna"] {
                #expect(!text.contains(secret), "\(secret) shows in \(text)")
            }
        }
        #expect(try await server.tokens().allSatisfy { !dumped.contains($0.token) })
    }
}
