import OrderingClient
import SafeLogging
import Sealing
import SessionAuth
import SessionVault
import TestSupport
import Testing

@Suite struct OneTimeCodeTests {
    @Test(
        "B3: a code is asked for and then signs in",
        arguments: [
            (OrderingClient.TextMessages.ordering, "generate"), (.twilio, "twilio_verify"),
        ])
    func cellphone(textMessages: OrderingClient.TextMessages, operation: String) async throws {
        let project = try await Project.start { $0.textMessages = textMessages }
        let address = Credential.Address.cellphone(Person.cellphone(41), countryCode: "+57")
        try await project.client.requestOneTimeCode(for: address)
        let body =
            operation == "generate"
            ? #"{"type":4,"channel":2,"size":6,"cellphone":"3005550041","country_phone_code":"57"}"#
            : #"{"cellphone":"3005550041","country_phone_code":"+57"}"#
        #expect(try await project.last(operation).body == body)
        let code = try #require(try await project.server.code(for: "3005550041"))
        let answer = try await project.client.signIn(
            with: .cellphone(Person.cellphone(41), countryCode: "57", oneTimeCode: secret(code)))
        let role = answer.profile.role
        #expect(role == .driver)
    }

    @Test("B3: by e-mail and by WhatsApp")
    func channels() async throws {
        let project = try await Project.start { $0.textMessages = .twilio }
        try await project.client.requestOneTimeCode(for: .email(Person.address(41)))
        #expect(
            try await project.last("generate").body == #"{"type":4,"channel":1,"size":6,"email":"driver@example.test"}"#
        )
        let phone = Credential.Address.cellphone(Person.cellphone(41), countryCode: "57")
        try await project.client.requestOneTimeCode(for: phone, via: .whatsApp)
        #expect(
            try await project.last("generate").body
                == #"{"type":4,"channel":4,"size":6,"cellphone":"3005550041","country_phone_code":"57"}"#)
    }

    @Test("A8 S33: a code that is wrong or spent is its own error, apart from a wrong role")
    func wrongCode() async throws {
        let project = try await Project.start()
        try await project.client.requestOneTimeCode(for: .email(Person.address(41)))
        let code = try #require(try await project.server.code(for: "driver@example.test"))
        let wrong = await project.client.refusal(of: .email(Person.address(41), oneTimeCode: secret("000000x")))
        #expect(wrong == ServiceError(.codeRefused))
        #expect(await project.client.refusal(of: .email(Person.address(41), oneTimeCode: secret(code))) == nil)
        let spent = await project.client.refusal(of: .email(Person.address(41), oneTimeCode: secret(code)))
        #expect(spent == ServiceError(.codeRefused))
    }

    @Test("S15: a second code too soon is refused by the server, and not asked for again")
    func tooSoon() async throws {
        let project = try await Project.start()
        try await project.client.requestOneTimeCode(for: .email(Person.address(41)))
        let refusal = await project.client.refusal { () async throws(ServiceError) in
            try await project.client.requestOneTimeCode(for: .email(Person.address(41)))
        }
        #expect(refusal == ServiceError(.refused))
        #expect(try await project.server.log("generate").count == 2)
    }

    @Test("a project that switched Twilio off says that it does not have the branch")
    func twilioDisabled() async throws {
        let project = try await Project.start { $0.textMessages = .twilio }
        try await project.server.control(#"{"twilio_enabled": false}"#)
        let refusal = await project.client.refusal { () async throws(ServiceError) in
            try await project.client.requestOneTimeCode(
                for: .cellphone(Person.cellphone(41), countryCode: "57"))
        }
        #expect(refusal == ServiceError(.unsupported))
    }

    @Test("B6: a CAPTCHA that the server refuses is its own error")
    func challenge() async throws {
        let project = try await Project.start()
        try await project.server.control(#"{"captcha_required": true}"#)
        #expect(await project.client.refusal(of: Person.password()) == ServiceError(.challengeRefused))
    }
}

@Suite(.timeLimit(.minutes(5))) struct PasswordRecoveryTests {
    @Test("B9 E5: that the person asked and what came of it are two facts")
    func twoFacts() async throws {
        let project = try await Project.start { $0.timeout = .seconds(250) }
        try await project.server.control(#"{"forgot": "hang"}"#)
        let recovery = project.client.beginPasswordRecovery(of: Person.address(41))
        try await project.server.wait(for: "forgot", "hang")
        #expect(recovery.state == .requested)
        recovery.cancel()
        #expect(await recovery.settlement() == .failed(ServiceError(.cancelled)))
        #expect(recovery.state == .failed(ServiceError(.cancelled)))
    }

    @Test(
        "B9 D7: the outcome is what the server said, and never more",
        arguments: [
            ("ok", .taken), ("error", .failed(ServiceError(.refused))), ("500", .failed(ServiceError(.serverFault))),
            ("drop", .failed(ServiceError(.unreachable))), ("garbage", .failed(ServiceError(.invalidAnswer))),
        ] as [(String, PasswordRecovery.State)])
    func outcomes(mode: String, outcome: PasswordRecovery.State) async throws {
        let project = try await Project.start()
        try await project.server.control(#"{"forgot": "\#(mode)"}"#)
        let recovery = project.client.beginPasswordRecovery(of: Person.address(41))
        #expect(await recovery.settlement() == outcome)
        #expect(try await project.last("forgot").body == #"{"email":"driver@example.test"}"#)
    }
}
