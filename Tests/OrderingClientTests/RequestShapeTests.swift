import OrderingClient
import SafeLogging
import Sealing
import SessionAuth
import SessionVault
import TestSupport
import Testing

@Suite struct RequestShapeTests {
    /// Made anew for each use, since a credential can't be copied.
    private static func credential(_ branch: SignInBranch) -> Credential {
        let (address, phone) = (Person.address(41), Person.cellphone(41))
        return switch branch {
        case .emailPassword: .email(address, password: secret("password-of-41"))
        case .cellphonePassword: .cellphone(phone, countryCode: "+57", password: secret("password-of-41"))
        case .emailCode: .email(address, oneTimeCode: secret("000000"))
        case .cellphoneCode: .cellphone(phone, countryCode: "+57", oneTimeCode: secret("000000"))
        case .deviceCode: .deviceCode(secret("DEVICE-CODE-41"))
        case .google, .openID, .deviceGrant: .google(identityToken: Person.googleToken(41))
        case .apple: .apple(authorizationCode: secret("apple-token-41"))
        case .facebook: .facebook(accessToken: secret("facebook-token-41"))
        }
    }

    @Test(
        "A2: each branch has its endpoint and its request",
        arguments: [
            (.emailPassword, "/auth", #"{"email":"driver@example.test","password":"password-of-41"}"#),
            (.cellphonePassword, "/auth", #"{"cellphone":"3005550041","password":"password-of-41"}"#),
            (.emailCode, "/auth", #"{"email":"driver@example.test","one_time_password":"000000"}"#),
            (
                .cellphoneCode, "/auth",
                #"{"cellphone":"3005550041","country_phone_code":"57","one_time_password":"000000"}"#
            ),
            (.deviceCode, "/auth", #"{"device_code":"DEVICE-CODE-41"}"#),
            (.apple, "/auth/apple", #"{"code":"apple-token-41","platform":"other"}"#),
            (.facebook, "/auth/facebook", #"{"access_token":"facebook-token-41"}"#),
        ] as [(SignInBranch, String, String)])
    func branches(branch: SignInBranch, path: String, body: String) async throws {
        let project = try await Project.start()
        _ = await project.client.refusal(of: Self.credential(branch))
        let log = try await project.server.log()
        #expect(log.count == 1)
        #expect(log.first?.path == "/v400/en/\(project.server.project)\(path)")
        #expect(log.first?.body == body)
        #expect(log.first?.headers["content-type"] == "application/json")
        #expect(log.first?.authorization == "")
    }

    @Test("A2: Google's identity token goes to Google's endpoint")
    func google() async throws {
        let project = try await Project.start()
        #expect(await project.client.refusal(of: Self.credential(.google)) == nil)
        #expect(try await project.last("google").body == #"{"access_token":"\#(text(Person.googleToken(41)))"}"#)
    }

    @Test("A2: a project whose text messages are Twilio's has its codes checked there")
    func twilio() async throws {
        let project = try await Project.start { $0.textMessages = .twilio }
        _ = await project.client.refusal(of: Self.credential(.cellphoneCode))
        let body = #"{"cellphone":"3005550041","country_phone_code":"+57","code":"000000"}"#
        #expect(try await project.last("twilio").body == body)
    }

    @Test(
        "B2: a number with a country code is cut to the national one",
        arguments: [
            ("+573005550041", "57"), ("+573005550041", "+57"), ("3005550041", "57"), ("+3005550041", "57"),
        ])
    func nationalNumber(number: String, country: String) async throws {
        let project = try await Project.start()
        let credential = Credential.cellphone(
            Sensitive(number), countryCode: country, password: secret("password-of-41"))
        #expect(await project.client.refusal(of: credential) == nil)
        #expect(try await project.last("auth").body == #"{"cellphone":"3005550041","password":"password-of-41"}"#)
    }

    @Test("B6, B7: CAPTCHA and push identity go along with the chosen request", arguments: ["v2", "v3"])
    func extras(version: String) async throws {
        let project = try await Project.start()
        try await project.server.control(#"{"captcha_required": true}"#)
        let answer = try await project.client.signIn(
            with: Person.password(),
            extras: SignInExtras(
                challenge: ChallengeAnswer(value: secret("captcha-ok"), version: version),
                notification: NotificationIdentity(token: secret("push-1"), app: "driver-app")))
        let body =
            #"{"email":"driver@example.test","password":"password-of-41","verification_code":"captcha-ok","#
            + #""recaptcha_type":"\#(version)","notification_token":"push-1","notification_app":"driver-app"}"#
        #expect(try await project.last("auth").body == body)
        #expect(try await project.server.push() == ["push-1": 41])
        switch answer.notification {
        case .some(let identity): #expect(text(identity.token) == "push-1")
        case .none: Issue.record("the answer lacks the push identity that was sent")
        }
    }

    @Test("the app's name goes with every request, where there is one")
    func app() async throws {
        let project = try await Project.start { $0.app = "made-up-app" }
        _ = await project.client.refusal(of: Person.password())
        #expect(try await project.last("auth").headers["x-app-x"] == "made-up-app")
    }

    @Test("a branch that the API lacks sends nothing", arguments: [SignInBranch.openID, .deviceGrant])
    func unsupported(branch: SignInBranch) async throws {
        let client = try OrderingClient(server: "https://host.invalid", project: "p")
        #expect(!client.branches.contains(branch))
    }

    @Test("a secret that is no text is not sent")
    func noText() async throws {
        let project = try await Project.start()
        let credential = Credential.email(Person.address(41), password: secret([0x61, 0xFF]))
        #expect(await project.client.refusal(of: credential) == ServiceError(.invalidInput))
        #expect(try await project.server.log().isEmpty)
    }

    @Test(
        "an address that credentials must not go to is refused without showing it",
        arguments: ["http://hunter2.example.test", "https://me:hunter2@host", "hunter2", "https://host/#hunter2"])
    func badAddress(address: String) {
        let error = #expect(throws: ServiceError(.badAddress)) { try OrderingClient(server: address, project: "p") }
        var shown = "\(error as Any)"
        dump(error, to: &shown)
        #expect(!shown.contains("hunter2"))
    }

    @Test("a project's name stays one component of the path")
    func projectName() async throws {
        let server = try await OrderingServer.start()
        let client = try OrderingClient(server: server.origin, project: "\(server.project)/../other")
        _ = await client.refusal(of: Person.password())
        #expect(try await server.log().isEmpty)
    }
}
