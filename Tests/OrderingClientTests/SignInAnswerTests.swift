import HTTPTransport
import OrderingClient
import Sealing
import SessionAuth
import SessionVault
import TestSupport
import Testing

@Suite struct SignInAnswerTests {
    @Test("a good answer is read whole: account, role, state, token, expiry")
    func goodAnswer() async throws {
        let project = try await Project.start()
        let answer = try await project.client.signIn(with: Person.password())
        let expected = try project.account(41)
        let (account, role, isEnabled) = (answer.profile.account, answer.profile.role, answer.profile.isEnabled)
        #expect(account == expected)
        #expect(role == .driver)
        #expect(isEnabled == true)
        let year = UnixTime.now.advanced(bySeconds: 31_536_000).milliseconds
        guard case .at(let end) = answer.tokens.expiry else { throw Missing() }
        #expect(abs(end.milliseconds - year) < 600_000)
        let accepted = try await project.client.request(.get, ["orders"], token: answer.tokens.access)
        #expect(text(accepted).contains("9001"))
    }

    @Test("numbers and booleans written as strings are read", arguments: [42])
    func texts(number: Int) async throws {
        let project = try await Project.start()
        let answer = try await project.client.signIn(with: Person.password(number))
        let expected = try project.account(number)
        let (account, role, isEnabled) = (answer.profile.account, answer.profile.role, answer.profile.isEnabled)
        #expect(account == expected)
        #expect(role == .driver)
        #expect(isEnabled == true)
    }

    @Test("S24: absent is not disabled", arguments: [(43, false), (44, nil)] as [(Int, Bool?)])
    func disabled(number: Int, state: Bool?) async throws {
        let project = try await Project.start()
        let answer = try await project.client.signIn(with: Person.password(number))
        let isEnabled = answer.profile.isEnabled
        #expect(isEnabled == state)
    }

    @Test(
        "A3: every level is a role of its own; one that is not known is none of the known ones",
        arguments: [
            (1, .administrator), (2, .cityManager), (12, .businessOwner), (51, .customer), (41, .driver),
            (52, .driversManager), (81, .professional), (91, .callCentreAgent), (61, Role("level-6")), (62, nil),
        ] as [(Int, Role?)])
    func levels(number: Int, role: Role?) async throws {
        let project = try await Project.start()
        let credential = Credential.deviceCode(secret("DEVICE-CODE-\(number)"))
        let answer = try await project.client.signIn(with: credential)
        let got = answer.profile.role
        #expect(got == role)
    }

    @Test(
        "the user record keeps unknown fields, and no copy of session or password at any depth",
        arguments: ["ok", "leaky-user"])
    func userRecord(mode: String) async throws {
        let project = try await Project.start()
        try await project.server.control(#"{"auth": "\#(mode)"}"#)
        let answer = try await project.client.signIn(with: Person.password())
        let record = text(answer.profile.user.json)
        #expect(record.contains(#""vehicle_colour":"grün""#))
        #expect(record.contains(#""location":"{\"lat\":4.6,\"lng\":-74.1}""#))
        for secret in ["\"session\"", "Session", "password", "second-copy", "third-copy", "made.up.hash", "eyJ"] {
            #expect(!record.contains(secret))
        }
        let reread = try JSONView(answer.profile.user.json.copy())
        #expect(reread.value("id").flatMap { reread.integer($0) } == 41)
    }

    @Test("S04: a lifetime that can't be read is unknown, never 1970")
    func oddExpiry() async throws {
        let project = try await Project.start()
        try await project.server.control(#"{"auth": "odd-expiry"}"#)
        let answer = try await project.client.signIn(with: Person.password())
        let expiry = answer.tokens.expiry
        #expect(expiry == .unknown)
    }

    @Test("B4: a device code that signed in comes back to be kept; a password does not")
    func deviceCode() async throws {
        let project = try await Project.start()
        let answer = try await project.client.signIn(with: .deviceCode(secret("DEVICE-CODE-41")))
        switch answer.deviceCode {
        case .some(let code): #expect(text(code.code) == "DEVICE-CODE-41")
        case .none: Issue.record("the device code is missing")
        }
        let other = try await project.client.signIn(with: Person.password())
        let isKept =
            switch other.deviceCode {
            case .some: true
            case .none: false
            }
        #expect(!isKept)
    }

    @Test(
        "D2: what the server answers decides, not the status",
        arguments: [
            ("error", .refused), ("error-text", .refused), ("error-4xx", .refused), ("echo", .refused),
            ("401", .refused),
            ("403", .refused), ("ok-4xx", nil), ("429", .tooManyRequests), ("500", .serverFault),
            ("503-json", .serverFault),
            ("400-html", .invalidAnswer), ("garbage", .invalidAnswer), ("empty", .invalidAnswer),
            ("deep", .invalidAnswer),
            ("duplicate-key", .invalidAnswer), ("no-error-field", .invalidAnswer), ("not-http", .invalidAnswer),
            ("redirect", .invalidAnswer), ("no-id", .invalidAnswer), ("odd-token", .invalidAnswer),
            ("null-result", .noSession), ("no-session", .noSession), ("no-token", .noSession),
            ("empty-token", .noSession),
            ("half", .unreachable), ("drop", .unreachable), ("huge", .answerTooLarge),
            ("huge-chunked", .answerTooLarge),
        ] as [(String, ServiceError.Code?)])
    func modes(mode: String, code: ServiceError.Code?) async throws {
        let project = try await Project.start()
        try await project.server.control(#"{"auth": "\#(mode)"}"#)
        #expect(await project.client.refusal(of: Person.password())?.code == code)
        #expect(try await project.server.log("auth").count == 1)
    }

    @Test(
        "S09: an answer without a session is an error of its own", arguments: ["null-result", "no-session", "no-token"])
    func noSession(mode: String) async throws {
        let project = try await Project.start()
        try await project.server.control(#"{"auth": "\#(mode)"}"#)
        #expect(await project.client.refusal(of: Person.password()) == ServiceError(.noSession))
    }

    @Test(
        "a session in an answer that can't be used is logged out at the server",
        arguments: ["no-id", "odd-token", "error-with-session"])
    func unusableSession(mode: String) async throws {
        let project = try await Project.start()
        try await project.server.control(#"{"auth": "\#(mode)"}"#)
        let failure = await project.client.refusal {
            () async throws(ServiceError) in
            _ = try await project.client.signIn(
                with: Person.password(),
                extras: SignInExtras(notification: NotificationIdentity(token: secret("push-1"), app: "app")))
        }
        #expect(failure != nil)
        #expect(try await project.activity() == [false])
        #expect(try await project.server.push().isEmpty)
    }

    @Test("B5: an account that the server names for another person's identity token is refused and logged out")
    func otherIdentity() async throws {
        let project = try await Project.start()
        try await project.server.control(#"{"google": "other-identity"}"#)
        let failure = await project.client.refusal(of: .google(identityToken: Person.googleToken(41)))
        #expect(failure == ServiceError(.invalidAnswer))
        #expect(try await project.activity() == [false])
    }

    @Test("B5: a provider's token that the server refuses is refused")
    func refusedProvider() async throws {
        let project = try await Project.start()
        let stranger = Person.googleToken(99)
        #expect(await project.client.refusal(of: .google(identityToken: stranger)) == ServiceError(.refused))
        #expect(await project.client.refusal(of: .apple(authorizationCode: secret("x"))) == ServiceError(.refused))
        #expect(await project.client.refusal(of: .facebook(accessToken: secret("x"))) == ServiceError(.refused))
    }

    @Test("S15: the wait that the server asks for comes with the error")
    func retryAfter() async throws {
        let project = try await Project.start()
        try await project.server.control(#"{"auth": "429", "retry_after": "80"}"#)
        #expect(await project.client.refusal(of: Person.password())?.retryAfter == 80)
    }

    @Test(
        "C1 S14: no error shows the credential, though the server echoes it", arguments: ["echo", "garbage", "error"])
    func echo(mode: String) async throws {
        let project = try await Project.start()
        try await project.server.control(#"{"auth": "\#(mode)"}"#)
        let error = await project.client.refusal(of: Person.password())
        var shown = "\(error as Any) \(error?.description ?? "")"
        dump(error, to: &shown)
        for secret in ["password-of-41", "driver@example.test", "wrong", "ERROR_MADE_UP"] {
            #expect(!shown.contains(secret))
        }
    }

    @Test("a server that does not answer is given up in time, and one that is not there at once")
    func timeouts() async throws {
        let project = try await Project.start { $0.timeout = .milliseconds(300) }
        try await project.server.control(#"{"auth": "hang"}"#)
        #expect(await project.client.refusal(of: Person.password()) == ServiceError(.timedOut))
        let nowhere = try OrderingClient(server: "http://127.0.0.1:1", project: "p")
        #expect(await nowhere.refusal(of: Person.password()) == ServiceError(.unreachable))
    }
}
