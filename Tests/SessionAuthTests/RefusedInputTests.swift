import Sealing
import SessionAuth
import SessionVault
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct RefusedInputTests {
    @Test(
        "D1 E1 B4: a hidden branch is refused in the controller too, says why, and sends nothing",
        arguments: SignInBranch.allCases)
    func hidden(branch: SignInBranch) async throws {
        let others = Set(SignInBranch.allCases).subtracting([branch])
        let all = Set(SignInBranch.allCases)
        for (reason, service, configured, half) in [
            (BranchAvailability.HiddenReason.notConfigured, ScriptedService(), others, [:]),
            (.notOfferedByServer, ScriptedService(branches: others), all, [:]),
            (.halfConfigured("a setting is missing"), ScriptedService(), all, [branch: "a setting is missing"]),
        ] {
            let bench = try Bench(
                service: service, configuration: SignInConfiguration(branches: configured, halfConfigured: half))
            for other in SignInBranch.allCases {
                #expect(bench.coordinator.availability(of: other) == (other == branch ? .hidden(reason) : .exposed))
            }
            let error = await failure { () async throws(AuthError) in
                try await bench.coordinator.signIn(with: branch.credential(secret: Bench.secret(of: "anna")))
            }
            #expect(error?.code == .branchHidden)
            #expect(error?.hidden == reason)
            #expect(service.calls == [])
            #expect(bench.coordinator.state.signedOutReason == .initial)
            #expect(bench.sink.lines.contains { $0.contains("\(branch) failed: \(reason)") })
        }
    }

    @Test(
        "A1: input without the form of what it should be is named and not sent",
        arguments: [
            ("", "secret", "e-mail address"), ("no-at.example.test", "secret", "e-mail address"),
            ("two@at@example.test", "secret", "e-mail address"), ("line\n@example.test", "secret", "e-mail address"),
            ("@example.test", "secret", "e-mail address"), ("someone@example.test", "", "password"),
        ])
    func malformed(email: String, password: String, input: String) async throws {
        let error = try await refusal(of: .email(Sensitive(email), password: SecretBytes(utf8: password)))
        #expect(error?.input.map { "\($0)" } == input)
    }

    @Test(
        "A1: so is a cellphone number",
        arguments: [
            ("123", "57", "cellphone number"), ("30055500a1", "57", "cellphone number"),
            ("3005550041", "", "country code"), ("3005550041", "57x", "country code"),
        ])
    func malformed(cellphone: String, country: String, input: String) async throws {
        let error = try await refusal(
            of: .cellphone(Sensitive(cellphone), countryCode: country, password: SecretBytes(utf8: "secret")))
        #expect(error?.input.map { "\($0)" } == input)
    }

    private func refusal(of credential: consuming Credential) async throws -> AuthError? {
        let bench = try Bench()
        let error: AuthError?
        do throws(AuthError) {
            _ = try await bench.coordinator.signIn(with: credential)
            error = nil
        } catch let refused { error = refused }
        #expect(error?.code == .invalidInput)
        #expect(bench.service.calls == [])
        #expect(bench.coordinator.state.signedOutReason == .initial)
        return error
    }

    @Test("B7: a push identity that the vault would not store is refused before anything is sent")
    func pushIdentity() async throws {
        let bench = try Bench()
        let error = await failure { () async throws(AuthError) in
            try await bench.signIn("anna", push: String(repeating: "p", count: 5_000))
        }
        #expect(error?.code == .invalidInput)
        #expect(bench.service.calls == [])
    }

    @Test("B6: a branch that needs a CAPTCHA asks for it first; other branches do not", arguments: [nil, ""])
    func challenge(value: String?) async throws {
        let bench = try Bench(
            configuration: SignInConfiguration(
                branches: [.emailPassword, .deviceCode], challengedBranches: [.emailPassword]))
        let error = await failure { () async throws(AuthError) in
            try await bench.coordinator.signIn(
                with: Bench.credential(of: "anna"),
                extras: SignInExtras(
                    challenge: value.map { ChallengeAnswer(value: SecretBytes(utf8: $0), version: "v3") }))
        }
        #expect(error?.code == .challengeMissing)
        #expect(bench.service.calls == [])
        #expect(bench.coordinator.state.description == "challenged (email-password)")
        _ = try await bench.coordinator.signIn(
            with: .deviceCode(SecretBytes(utf8: Bench.secret(of: "anna"))))
        #expect(bench.coordinator.state.isActive)
    }

    @Test("B6: a CAPTCHA that the server refused is asked for anew")
    func refusedChallenge() async throws {
        let bench = try Bench()
        bench.service.fail(.signIn, with: .challengeRefused)
        let error = await failure { () async throws(AuthError) in try await bench.signIn("anna") }
        #expect(error?.service?.code == .challengeRefused)
        #expect(bench.coordinator.state.description == "challenged (email-password)")
        await bench.coordinator.acknowledgeRejection()
        #expect(bench.coordinator.state.signedOutReason == .signInFailed)
    }

    @Test("A locked vault is said before a credential is spent")
    func lockedVault() async throws {
        let bench = try Bench()
        bench.vault.lock()
        let error = await failure { () async throws(AuthError) in try await bench.signIn("anna") }
        #expect(error?.vault?.code == .locked)
        #expect(bench.service.calls == [])
    }

    @Test("S19 S23: a vault locked while the answer is awaited is a typed error, and the session is logged out")
    func lockedMeanwhile() async throws {
        let bench = try Bench()
        let before = try await bench.fileBytes()
        bench.service.turnstile.hold("signIn:anna")
        async let error = failure { () async throws(AuthError) in try await bench.signIn("anna") }
        await bench.service.turnstile.arrivals(of: "signIn:anna")
        bench.vault.lock()
        bench.service.turnstile.open("signIn:anna")
        #expect(await error?.vault?.code == .locked)
        #expect(await error?.cleanup?.serverLogout == .done)
        #expect(bench.service.liveTokens.isEmpty)
        #expect(bench.coordinator.state.signedOutReason == .signInFailed)
        #expect(try await bench.fileBytes() == before)
    }
}
