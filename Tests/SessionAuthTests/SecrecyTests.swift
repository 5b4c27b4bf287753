import Sealing
import SessionAuth
import SessionVault
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct SecrecyTests {
    private static let push = "push-token-of-this-device"
    private static let challenge = "captcha-value-of-this-attempt"

    @Test(
        "C1 S14 S32: no state, error, report or log line shows a secret or an address", arguments: SignInBranch.allCases
    )
    func nothingShows(branch: SignInBranch) async throws {
        let bench = try Bench()
        bench.service.issueRefreshTokens()
        var shown: [String] = []
        for (subject, code) in [("anna", nil), ("carl", nil), ("bert", ServiceError.Code.serverFault)] {
            bench.service.fail(.signIn, with: code)
            bench.service.fail(.logOut, with: code)
            do {
                let session = try await bench.coordinator.signIn(
                    with: branch.credential(secret: Bench.secret(of: subject)), extras: extras())
                shown.append(everything(of: session))
            } catch { shown.append(everything(of: error)) }
            shown.append(everything(of: bench.coordinator.state))
        }
        bench.service.fail(.signIn, with: nil)
        let coordinator = bench.restarted()
        if let session = try await coordinator.restore() { shown.append(everything(of: session)) }
        shown.append(everything(of: coordinator.state))
        shown.append(everything(of: try await coordinator.confirm()))
        shown.append(everything(of: await coordinator.signOut()))
        shown.append(everything(of: coordinator))
        for text in shown + bench.sink.lines { expectClean(text) }
        #expect(bench.sink.lines.count > 8)
    }

    @Test("C1: a secret that some code logs while the sign-in is in flight is masked", arguments: SignInBranch.allCases)
    func masked(branch: SignInBranch) async throws {
        let bench = try Bench()
        // Of this case alone: what another one published would be masked anyway.
        let (secret, push, challenge) = (Self.word("secret"), Self.word("push"), Self.word("challenge"))
        bench.service.know(.init(subject: "anna"), by: secret)
        bench.service.turnstile.hold("signIn:anna")
        async let session = bench.coordinator.signIn(
            with: branch.credential(secret: secret), extras: extras(push: push, challenge: challenge))
        await bench.service.turnstile.arrivals(of: "signIn:anna")
        let logger = SafeLogger(category: "careless", sinks: [bench.sink])
        for word in [secret, push, challenge] { logger.info("careless: \(word, privacy: .public)") }
        bench.service.turnstile.open("signIn:anna")
        _ = try await session
        for token in bench.service.liveTokens { logger.info("careless: \(token, privacy: .public)") }
        let lines = bench.sink.lines.filter { $0.contains("careless:") }
        #expect(lines.count == 4)
        for line in lines { #expect(!line.contains("made-up") && !line.contains("token-")) }
    }

    private static func word(_ kind: String) -> String {
        "made-up-\(kind)-" + String((0..<20).map { _ in "abcdefghkmnpqrstuvwxyz".randomElement() ?? "a" })
    }

    @Test("C1: what was published for a sign-in is taken back as often, so that nothing is masked for ever")
    func balance() async throws {
        let bench = try Bench()
        let word = Self.word("phrase")
        bench.service.fail(.signIn, with: .refused)
        for _ in 0..<2 {
            _ = await failure { () async throws(AuthError) in
                try await bench.coordinator.signIn(
                    with: .email(Sensitive("someone@example.test"), password: SecretBytes(utf8: word)),
                    extras: SignInExtras(challenge: ChallengeAnswer(value: SecretBytes(utf8: word), version: "v2")))
            }
        }
        SafeLogger(category: "later", sinks: [bench.sink]).info("later: \(word, privacy: .public)")
        #expect(bench.sink.lines.last?.contains(word) == true)
    }

    private func extras(push: String = push, challenge: String = challenge) -> SignInExtras {
        SignInExtras(
            challenge: ChallengeAnswer(value: SecretBytes(utf8: challenge), version: "v3"),
            notification: NotificationIdentity(token: SecretBytes(utf8: push), app: "demo"))
    }

    /// Description, debug description and reflection dump.
    private func everything<T>(of value: T) -> String {
        var dumped = ""
        dump(value, to: &dumped)
        return "\(value) \(String(reflecting: value)) \(dumped)"
    }

    private func expectClean(_ text: String) {
        for secret in [
            "made-up-secret", "token-", Self.push, Self.challenge, "someone@", "300555", "anna", "bert", "carl",
        ]
        where text.contains(secret) {
            Issue.record("\(secret)… shows in: \(text)")
        }
    }
}
