import SessionAuth
import SessionVault
import TestSupport
import Testing

/// What a server may say of an account.
enum Standing: CaseIterable, Sendable, CustomTestStringConvertible {
    case administrator, cityManager, businessOwner, customer, driver, driversManager, professional, agent
    case none, disabled, notSaid

    var role: Role? {
        switch self {
        case .administrator: .administrator
        case .cityManager: .cityManager
        case .businessOwner: .businessOwner
        case .customer: .customer
        case .driver, .disabled, .notSaid: .driver
        case .driversManager: .driversManager
        case .professional: .professional
        case .agent: .callCentreAgent
        case .none: nil
        }
    }

    var isEnabled: Bool? {
        switch self {
        case .disabled: false
        case .notSaid: nil
        default: true
        }
    }

    var isAdmitted: Bool { self == .driver || self == .notSaid }
    var testDescription: String { "\(self)" }
}

@Suite(.timeLimit(.minutes(5))) struct FunnelTests {
    @Test(
        "A3 B1 B2 B3 B4 B5 C2 D4 S07 S24: one gate on every branch; only an allowed account is ever written",
        arguments: SignInBranch.allCases, Standing.allCases)
    func gate(branch: SignInBranch, standing: Standing) async throws {
        let bench = try Bench()
        bench.service.know(
            .init(subject: "anna", role: standing.role, isEnabled: standing.isEnabled), by: "secret-of-A")
        let before = try await bench.fileBytes()
        let error = await failure { () async throws(AuthError) in
            try await bench.coordinator.signIn(with: branch.credential(secret: "secret-of-A"))
        }
        if standing.isAdmitted {
            #expect(error == nil)
            #expect(bench.coordinator.state.isActive)
            let session = try await #require(try bench.vault.restore(bench.account("anna")))
            #expect(session.branch == branch)
            #expect(session.policy == .roles([.driver]))
        } else {
            #expect(error?.code == .wrongRole)
            #expect(error?.cleanup == bench.coordinator.state.cleanup)
            #expect(try await bench.fileBytes() == before)
            #expect(bench.service.liveTokens.isEmpty)
        }
    }

    @Test("S33: each refusal names its own reason", arguments: [Standing.customer, .none, .disabled])
    func refusal(standing: Standing) async throws {
        let bench = try Bench()
        bench.service.know(
            .init(subject: "anna", role: standing.role, isEnabled: standing.isEnabled), by: Bench.secret(of: "anna"))
        let error = await failure { () async throws(AuthError) in try await bench.signIn("anna") }
        switch standing {
        case .customer: #expect(error?.refusal?.reason == .roleNotAllowed(.customer))
        case .none: #expect(error?.refusal?.reason == .roleMissing)
        default: #expect(error?.refusal?.reason == .accountDisabled)
        }
    }

    @Test("S30: an empty set of roles admits no one, whatever the role", arguments: Standing.allCases)
    func emptyGate(standing: Standing) async throws {
        let bench = try Bench(gate: RoleGate(admitting: []))
        bench.service.know(
            .init(subject: "anna", role: standing.role, isEnabled: standing.isEnabled), by: Bench.secret(of: "anna"))
        let error = await failure { () async throws(AuthError) in try await bench.signIn("anna") }
        #expect(error?.code == .wrongRole)
        #expect(try bench.stored() == [])
    }

    @Test("An app without roles says so, and even then a disabled account is refused")
    func openGate() async throws {
        let bench = try Bench(gate: .open)
        bench.service.know(.init(subject: "dora", role: nil, isEnabled: false), by: "secret-of-D")
        try await bench.signIn("carl")
        let error = await failure { () async throws(AuthError) in
            try await bench.coordinator.signIn(with: SignInBranch.google.credential(secret: "secret-of-D"))
        }
        #expect(error?.refusal?.reason == .accountDisabled)
        #expect(try await bench.vault.restore(bench.account("carl"))?.policy == .open)
    }

    @Test(
        "D2 S09 S15: a failed answer leaves everyone signed out, writes nothing and is not asked for twice",
        arguments: [
            ServiceError.Code.refused, .codeRefused, .noSession, .unauthorized, .forbidden, .tooManyRequests,
            .serverFault, .unreachable, .timedOut, .untrusted, .invalidAnswer, .answerTooLarge, .cancelled,
        ])
    func failedAnswer(code: ServiceError.Code) async throws {
        let bench = try Bench()
        bench.service.fail(.signIn, with: code)
        let before = try await bench.fileBytes()
        let error = await failure { () async throws(AuthError) in try await bench.signIn("anna") }
        #expect(error?.code == .service)
        #expect(error?.service?.code == code)
        #expect(bench.coordinator.state.signedOutReason == .signInFailed)
        #expect(bench.service.calls.count == 1)
        #expect(try await bench.fileBytes() == before)
    }

    @Test("A session that was there goes on after a failed sign-in of another account")
    func failureKeepsCurrent() async throws {
        let bench = try Bench()
        try await bench.signIn("anna")
        bench.service.fail(.signIn, with: .refused)
        _ = await failure { () async throws(AuthError) in try await bench.signIn("bert") }
        #expect(bench.coordinator.state.isActive)
        #expect(try await bench.coordinator.perform { token in text(of: token) }.contains("anna"))
    }

    @Test("An account of another server's realm is not taken, and its session is logged out")
    func foreignRealm() async throws {
        let bench = try Bench()
        bench.service.know(
            .init(subject: "anna", realm: "https://elsewhere.example.test"), by: Bench.secret(of: "anna"))
        let error = await failure { () async throws(AuthError) in try await bench.signIn("anna") }
        #expect(error?.service?.code == .invalidAnswer)
        #expect(bench.service.liveTokens.isEmpty)
        #expect(try bench.stored() == [])
    }

    @Test(
        "C5 B7: another account's session is replaced in one step and ended at the server; the push identity moves on")
    func replacement() async throws {
        let bench = try Bench()
        try await bench.signIn("anna", push: "push-token-of-this-device")
        bench.service.turnstile.hold("logOut:anna")
        try await bench.signIn("bert", push: "push-token-of-this-device")
        #expect(try bench.stored() == ["bert"])
        await bench.service.turnstile.arrivals(of: "logOut:anna")
        bench.service.turnstile.open("logOut:anna")
        #expect(bench.service.calls(.logOut).map(\.subject) == ["anna"])
        #expect(bench.service.calls(.logOut).first?.withdrawn == nil)
    }

    @Test("C5: a session that nobody had taken up is replaced and ended at the server too")
    func replacementOfDormant() async throws {
        let bench = try Bench()
        try await bench.signIn("anna", push: "push-token-of-this-device")
        bench.service.turnstile.hold("logOut:anna")
        let coordinator = bench.restarted()
        _ = try await coordinator.signIn(with: Bench.credential(of: "bert"))
        await bench.service.turnstile.arrivals(of: "logOut:anna")
        #expect(bench.service.calls(.logOut).first?.withdrawn == "push-token-of-this-device")
        #expect(try bench.stored() == ["bert"])
        bench.service.turnstile.open("logOut:anna")
    }

    @Test(
        "C5: the account's own earlier session is ended at the server too, where its role is refused as well",
        arguments: [true, false])
    func replacementOfOwn(isRefused: Bool) async throws {
        let bench = try Bench(
            configuration: SignInConfiguration(branches: [.emailPassword], keepsOtherAccounts: true))
        let earlier = try await text(of: bench.signIn("anna", push: "push-token-of-this-device").readTokens().access)
        bench.service.turnstile.hold("revoke:anna")
        if isRefused { bench.service.know(.init(subject: "anna", role: .customer), by: Bench.secret(of: "anna")) }
        async let error = failure { () async throws(AuthError) in
            try await bench.signIn("anna", push: "push-token-of-this-device")
        }
        await bench.service.turnstile.arrivals(of: "revoke:anna", isRefused ? 2 : 1)
        let ended = bench.service.calls(.logOut)
        #expect(ended.map(\.token).contains(earlier))
        #expect(ended.first { $0.token == earlier }?.withdrawn == nil)
        bench.service.turnstile.open("revoke:anna")
        #expect(await error?.code == (isRefused ? .wrongRole : nil))
        #expect(bench.service.liveTokens.count == (isRefused ? 0 : 1))
    }

    @Test("With accounts kept side by side, the other account's session stays here and at the server")
    func keptAccounts() async throws {
        let bench = try Bench(
            configuration: SignInConfiguration(branches: [.emailPassword], keepsOtherAccounts: true))
        try await bench.signIn("anna")
        try await bench.signIn("bert")
        #expect(try bench.stored() == ["anna", "bert"])
        #expect(bench.service.liveTokens.count == 2)
    }

    @Test("S29: a request authorizer is bound to its session and fails after another account signed in")
    func boundAuthorizer() async throws {
        let bench = try Bench()
        let queued = try await bench.signIn("anna").accessToken
        try await bench.signIn("bert")
        #expect(throws: VaultError(.sessionEnded)) { try queued.withBearer { _ in } }
    }
}
