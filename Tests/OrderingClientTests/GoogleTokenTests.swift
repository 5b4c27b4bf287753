import Foundation
import OrderingClient
import Sealing
import SessionAuth
import TestSupport
import Testing

@Suite struct GoogleTokenTests {
    private typealias FromNow = JSONWebToken.FromNow

    private func refusal(of token: String, nonce: String? = nil, isNamed: Bool = true) async throws
        -> (error: ServiceError?, requests: Int)
    {
        let project = try await Project.start { $0.googleClientID = isNamed ? "made-up-app" : nil }
        let credential = Credential.google(
            identityToken: secret(token), nonce: nonce.map { SecretBytes(utf8: $0) })
        let error = await project.client.refusal(of: credential)
        return (error, try await project.server.log().count)
    }

    @Test(
        "B5: Google's identity token goes to the server where it is for this app and this time",
        arguments: [
            [:], ["iss": "accounts.google.com"], ["aud": ["made-up-app"]],
            ["iat": FromNow(-900), "exp": FromNow(-200)],
            ["iat": FromNow(200)],
        ] as [[String: any Sendable]])
    func sent(changes: [String: any Sendable]) async throws {
        let result = try await refusal(of: JSONWebToken.text(changes))
        #expect(result.error == nil)
        #expect(result.requests == 1)
    }

    @Test(
        "B5: one of another issuer or app, without a person or out of its time is refused before anything is sent",
        arguments: [
            ["iss": "https://accounts.example.test"], ["iss": NSNull()], ["aud": "another"], ["aud": NSNull()],
            ["aud": ["made-up-app", "another"]], ["azp": "another"], ["iat": FromNow(-900), "exp": FromNow(-400)],
            ["exp": NSNull()],
            ["iat": FromNow(400)], ["nbf": FromNow(400)], ["sub": NSNull()], ["sub": ""], ["sub": ["x"]],
        ] as [[String: any Sendable]])
    func notSent(changes: [String: any Sendable]) async throws {
        let result = try await refusal(of: JSONWebToken.text(changes))
        #expect(result.error?.code == .identityRefused)
        #expect(result.error?.neverSent == true)
        #expect(result.requests == 0)
    }

    @Test(
        "B5: what is no signed token is refused before anything is sent, also where the app's name is not known",
        arguments: [
            "no.jwt", "", "a.b.c", JSONWebToken.text(header: ["alg": "none"]), JSONWebToken.text(signature: ""),
            JSONWebToken.text(header: ["alg": "RS256", "crit": ["exp"]]), JSONWebToken.text(header: ["typ": "JWT"]),
            JSONWebToken.text(["filler": String(repeating: "x", count: 16_384)]),
        ])
    func form(token: String) async throws {
        let result = try await refusal(of: token, isNamed: false)
        #expect(result.error?.code == .identityRefused)
        #expect(result.requests == 0)
    }

    @Test(
        "B5: a token that was asked for with a nonce has to repeat it",
        arguments: [("nonce-1", true), ("nonce-2", false), ("nonce", false), (nil, false)] as [(String?, Bool)])
    func nonce(repeated: String?, isSent: Bool) async throws {
        let changes: [String: any Sendable] = repeated.map { ["nonce": $0] } ?? [:]
        let result = try await refusal(of: JSONWebToken.text(changes), nonce: "nonce-1")
        #expect((result.error == nil) == isSent)
        #expect(result.requests == (isSent ? 1 : 0))
    }
}
