import OrderingClient
import Sealing
import SessionAuth
import SessionVault
import TestSupport
import Testing

@Suite struct SessionCallsTests {
    @Test("A7: a token is good until its session is logged out, and the server judges each request")
    func logOut() async throws {
        let project = try await Project.start()
        let token = try await project.client.signIn(with: Person.password()).takeToken()
        _ = try await project.client.request(.get, ["orders"], token: token)
        try await project.client.logOut(token: token, withdrawing: nil)
        #expect(try await project.activity() == [false])
        let refusal = await project.client.refusal { () async throws(ServiceError) in
            _ = try await project.client.request(.get, ["orders"], token: token)
        }
        #expect(refusal == ServiceError(.unauthorized))
    }

    @Test("A7 C6: what the account may not do is forbidden, though its token is good")
    func forbidden() async throws {
        let project = try await Project.start()
        let token = try await project.client.signIn(with: Person.password(51)).takeToken()
        let refusal = await project.client.refusal { () async throws(ServiceError) in
            _ = try await project.client.request(.get, ["orders"], token: token)
        }
        #expect(refusal == ServiceError(.forbidden))
    }

    @Test("S26: logging out withdraws the push identity under both names")
    func withdrawal() async throws {
        let project = try await Project.start()
        let answer = try await project.client.signIn(
            with: Person.password(),
            extras: SignInExtras(notification: NotificationIdentity(token: secret("push-1"), app: "app")))
        #expect(try await project.server.push() == ["push-1": 41])
        try await project.client.logOut(token: answer.tokens.access, withdrawing: answer.notification)
        #expect(try await project.server.push().isEmpty)
        let body = #"{"notification_app":"app","notification_token":"push-1","token_notification":"push-1"}"#
        #expect(try await project.last("logout").body == body)
    }

    @Test("a token that the server no longer accepts needs no logout, but its push identity is not claimed withdrawn")
    func deadToken() async throws {
        let project = try await Project.start()
        let token = secret("dead-token")
        let client = project.client
        let plain = await client.refusal { () async throws(ServiceError) in
            try await client.logOut(token: token, withdrawing: nil)
        }
        let withPush = await client.refusal { () async throws(ServiceError) in
            try await client.logOut(
                token: token, withdrawing: NotificationIdentity(token: secret("push-1"), app: "app"))
        }
        #expect(plain == nil)
        #expect(withPush == ServiceError(.unauthorized))
    }

    @Test(
        "S12: a logout that fails says how",
        arguments: [
            ("fail", .refused), ("hang", .timedOut), ("drop", .unreachable), ("garbage", .invalidAnswer),
            ("500", .serverFault),
        ] as [(String, ServiceError.Code)])
    func failedLogout(mode: String, code: ServiceError.Code) async throws {
        let project = try await Project.start { $0.timeout = .seconds(code == .timedOut ? 1 : 30) }
        try await project.server.control(#"{"logout": "\#(mode)"}"#)
        let refusal = await project.client.refusal { () async throws(ServiceError) in
            try await project.client.logOut(token: secret("t"), withdrawing: nil)
        }
        #expect(refusal?.code == code)
    }

    @Test("revocation is what the server says of the token: still accepted, or not")
    func revocation() async throws {
        let project = try await Project.start()
        let token = try await project.client.signIn(with: Person.password()).takeToken()
        let account = try project.account(41)
        let before = await project.client.refusal { () async throws(ServiceError) in
            _ = try await project.client.revoke(token: token, of: account)
        }
        #expect(before == ServiceError(.stillAccepted))
        try await project.client.logOut(token: token, withdrawing: nil)
        let isRevoked = try await project.client.revoke(token: token, of: account)
        #expect(isRevoked)
    }

    @Test("where the server does not tell, revocation is not claimed", arguments: ["500", "403", "garbage", "drop"])
    func unclearRevocation(mode: String) async throws {
        let project = try await Project.start()
        let account = try project.account(41)
        try await project.server.control(#"{"me": "\#(mode)"}"#)
        let refusal = await project.client.refusal { () async throws(ServiceError) in
            _ = try await project.client.revoke(token: secret("t"), of: account)
        }
        #expect(refusal != nil)
    }

    @Test("a profile is the account's own, and has no session")
    func profile() async throws {
        let project = try await Project.start()
        let token = try await project.client.signIn(with: Person.password()).takeToken()
        let profile = try await project.client.profile(of: project.account(41), token: token)
        let (role, record) = (profile.role, text(profile.user.json))
        #expect(role == .driver)
        #expect(!record.contains("\"session\""))
    }

    @Test("a profile of another account than the one asked for is refused")
    func otherProfile() async throws {
        let project = try await Project.start()
        let token = try await project.client.signIn(with: Person.password()).takeToken()
        let account = try project.account(41)
        try await project.server.control(#"{"user": "other-user"}"#)
        let refusal = await project.client.refusal { () async throws(ServiceError) in
            _ = try await project.client.profile(of: account, token: token)
        }
        #expect(refusal == ServiceError(.invalidAnswer))
    }

    @Test(
        "S22 S34: only a definite refusal of the token counts as one",
        arguments: [
            ("401", "ok", .unauthorized), ("403", "ok", .forbidden), ("500", "ok", .serverFault),
            ("drop", "ok", .unreachable),
            ("error", "ok", .refused), ("error", "error", .unauthorized), ("error", "500", .serverFault),
            ("error", "drop", .unreachable),
        ] as [(String, String, ServiceError.Code)])
    func probes(user: String, me: String, code: ServiceError.Code) async throws {
        let project = try await Project.start()
        let token = try await project.client.signIn(with: Person.password()).takeToken()
        let account = try project.account(41)
        try await project.server.control(#"{"user": "\#(user)", "me": "\#(me)"}"#)
        let refusal = await project.client.refusal { () async throws(ServiceError) in
            _ = try await project.client.profile(of: account, token: token)
        }
        #expect(refusal?.code == code)
    }

    @Test("an account's sessions can be listed and ended, one by one or all but the one that asks")
    func sessions() async throws {
        let project = try await Project.start()
        let account = try project.account(41)
        let first = try await project.client.signIn(with: Person.password()).takeToken()
        for _ in 0..<2 { _ = try await project.client.signIn(with: Person.password()) }
        let all = try await project.client.sessions(of: account, token: first)
        #expect(all.map(\.id) == [1, 2, 3])
        #expect(all.map(\.isCurrent) == [true, false, false])
        #expect(all.allSatisfy { $0.validUntil.map { $0 > 1_700_000_000 } == true })
        try await project.client.endSession(2, of: account, token: first)
        #expect(try await project.activity() == [true, false, true])
        try await project.client.endAllSessions(of: account, includingCurrent: false, token: first)
        #expect(try await project.activity() == [true, false, false])
        try await project.client.endAllSessions(of: account, includingCurrent: true, token: first)
        #expect(try await project.activity() == [false, false, false])
    }

    @Test("a token of one project is nothing in another")
    func tenants() async throws {
        let (project, other) = (try await Project.start(), try await Project.start())
        let token = try await project.client.signIn(with: Person.password()).takeToken()
        let refusal = await other.client.refusal { () async throws(ServiceError) in
            _ = try await other.client.request(.get, ["orders"], token: token)
        }
        #expect(refusal == ServiceError(.unauthorized))
        #expect(project.client.realm != other.client.realm)
    }

    @Test("an authorized request carries body and device code, and gives the result as JSON")
    func request() async throws {
        let project = try await Project.start()
        let token = try await project.client.signIn(with: Person.password()).takeToken()
        let result = try await project.client.request(
            .put, ["orders", "7"], body: secret(#"{"status":4}"#), token: token, deviceCode: secret("device-7"))
        #expect(text(result).contains(#""sent": {"status": 4}"#))
        let seen = try await project.last("order")
        #expect(seen.headers["x-physical-device-code-x"] == "device-7")
        #expect(seen.authorization == "Bearer")
    }
}

extension SignInAnswer {
    /// The token alone; the rest is let go.
    consuming func takeToken() -> SecretBytes { tokens.access.copy() }
}
