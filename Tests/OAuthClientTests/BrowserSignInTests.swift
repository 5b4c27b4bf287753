import Foundation
import OAuthClient
import SafeLogging
import Sealing
import SessionAuth
import SessionVault
import TestSupport
import Testing

/// Sign-in with a browser: here a plain HTTP client that does what a browser does.
@Suite(.timeLimit(.minutes(5))) struct BrowserSignInTests {
    private struct Page {
        let server: OAuthServer
        let bench: OAuthBench
        /// The address that the person opens.
        let address: URLComponents
        let credential: Task<Held, any Error>

        func parameter(_ name: String) throws -> String {
            try #require(address.queryItems?.first { $0.name == name }?.value)
        }

        /// Where the app listens.
        func port() throws -> Int { try #require(URLComponents(string: parameter("redirect_uri"))?.port) }

        /// Has the app's address opened, and returns the answer.
        func open(_ target: String, method: String = "GET") async throws -> String {
            try await LoopbackExchange.raw("\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", port: port())
        }

        /// Opens the server's page, which sends the browser back; that address, from its path on.
        func target() async throws -> String {
            let query = try #require(address.percentEncodedQuery)
            let answer = try await LoopbackExchange.raw(
                "GET \(address.path)?\(query) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
                port: #require(address.port))
            let line = try #require(answer.split(separator: "\r\n").first { $0.hasPrefix("Location: ") })
            return try "/" + #require(line.split(separator: "/", maxSplits: 3).last)
        }
    }

    private final class Held: Sendable {
        let credential: Lock<Credential?>
        init(_ credential: consuming Credential) { self.credential = Lock(credential) }
    }

    private func begin(_ settings: String = "{}") async throws -> Page {
        let server = try await OAuthServer.start()
        try await server.control(#"{"approved": "anna", "claims": {"role": "driver"}, "id_token": {}}"#)
        try await server.control(settings)
        let bench = try await OAuthBench(issuer: server.issuer)
        let signIn = try bench.service.beginBrowserSignIn()
        let address = try #require(URLComponents(string: signIn.address.withExposedValue { $0 }))
        let held = Lock<BrowserSignIn?>(signIn)
        let credential = Task {
            guard let signIn = held.withLock({ $0.take() }) else { throw CancellationError() }
            return Held(try await signIn.credential(within: .seconds(300)))
        }
        return Page(server: server, bench: bench, address: address, credential: credential)
    }

    /// Signs in with the code that the browser brought.
    private func finish(_ page: Page) async throws -> AuthError? {
        let held = try await page.credential.value
        guard let credential = held.credential.withLock({ $0.take() }) else { throw CancellationError() }
        do throws(AuthError) {
            _ = try await page.bench.coordinator.signIn(with: credential)
            return nil
        } catch { return error }
    }

    private func code(of page: Page) async -> ServiceError.Code? {
        do {
            _ = try await page.credential.value
            return nil
        } catch { return (error as? ServiceError)?.code }
    }

    @Test(
        "B5 RFC 7636: a browser brings the code, which is spent once with its verifier, and the account passes the gate"
    )
    func life() async throws {
        let page = try await begin()
        #expect(try page.parameter("response_type") == "code")
        #expect(try page.parameter("code_challenge_method") == "S256")
        #expect(try page.parameter("redirect_uri").hasPrefix("http://127.0.0.1:"))
        for name in ["state", "nonce", "code_challenge"] { #expect(try page.parameter(name).count == 43) }
        let answer = try await page.open(page.target())
        #expect(answer.hasPrefix("HTTP/1.1 200 "))
        #expect(answer.contains("Cache-Control: no-store") && !answer.contains("code-"))
        #expect(try await finish(page) == nil)
        #expect(page.bench.coordinator.state.description == "active")
        let request = try #require(try await page.server.log("token").first)
        #expect(request.form["grant_type"] == "authorization_code")
        #expect(request.form["code_verifier"]?.count == 43)
        #expect(try request.form["code_verifier"] != page.parameter("code_challenge"))
        #expect(try await page.server.log("token").count == 1)
    }

    @Test("Two sign-ins share no state, nonce or challenge")
    func random() async throws {
        let (one, two) = (try await begin(), try await begin())
        for name in ["state", "nonce", "code_challenge"] {
            #expect(try one.parameter(name) != two.parameter(name))
        }
        for page in [one, two] { page.credential.cancel() }
    }

    @Test("C1: state and nonce are masked in whatever the process logs while the sign-in lasts")
    func masked() async throws {
        let page = try await begin()
        let logger = SafeLogger(category: "browser", sinks: [page.bench.sink])
        let values = try ["state", "nonce"].map { try page.parameter($0) }
        for value in values { logger.error("opened /authorize?x=\(value, privacy: .public)") }
        #expect(page.bench.sink.lines.count >= 2)
        for value in values { #expect(!page.bench.sink.lines.contains { $0.contains(value) }) }
        page.credential.cancel()
    }

    @Test("RFC 6749, 3.1: an authorization endpoint keeps the query that it has")
    func endpointWithQuery() async throws {
        let server = try await OAuthServer.start()
        try await server.control(
            #"{"metadata": {"authorization_endpoint": "\#(server.issuer)/authorize?tenant=made-up"}}"#)
        let bench = try await OAuthBench(issuer: server.issuer)
        let signIn = try bench.service.beginBrowserSignIn()
        let address = try #require(URLComponents(string: signIn.address.withExposedValue { $0 }))
        #expect(address.queryItems?.first == URLQueryItem(name: "tenant", value: "made-up"))
        #expect(address.queryItems?.contains(URLQueryItem(name: "response_type", value: "code")) == true)
    }

    @Test("After the answer nothing listens any more: a second request finds no server")
    func once() async throws {
        let page = try await begin()
        let target = try await page.target()
        _ = try await page.open(target)
        _ = try await page.credential.value
        await #expect(throws: LoopbackExchange.Failure.self) { try await page.open(target) }
    }

    @Test(
        "An answer to another request, of another issuer or without a code ends the sign-in, and nothing is spent",
        arguments: [
            (#"{"state": "made-up"}"#, ServiceError.Code.identityRefused), (#"{"state": null}"#, .identityRefused),
            (#"{"state": ""}"#, .identityRefused), (#"{"iss": "http://127.0.0.1:9/x"}"#, .identityRefused),
            (#"{"code": null}"#, .invalidAnswer), (#"{"code": ""}"#, .invalidAnswer),
            (#"{"error": "access_denied"}"#, .denied), (#"{"error": "server_error"}"#, .serverFault),
            (#"{"error": "temporarily_unavailable"}"#, .serverFault), (#"{"error": "invalid_scope"}"#, .unsupported),
            (#"{"error": "unauthorized_client"}"#, .clientRefused), (#"{"error": "something_new"}"#, .invalidAnswer),
            (#"{"error": "access_denied", "state": "made-up"}"#, .identityRefused),
        ])
    func refused(redirect: String, expected: ServiceError.Code) async throws {
        let page = try await begin(#"{"redirect": \#(redirect)}"#)
        let answer = try await page.open(page.target())
        #expect(answer.hasPrefix("HTTP/1.1 400 "))
        #expect(await code(of: page) == expected)
        #expect(try await page.server.log("token").isEmpty)
        await #expect(throws: LoopbackExchange.Failure.self) { try await page.open("/callback") }
    }

    @Test("A person who refuses is told as such")
    func denied() async throws {
        let page = try await begin(#"{"approved": false}"#)
        _ = try await page.open(page.target())
        #expect(await code(of: page) == .denied)
    }

    @Test("RFC 9207: a server that says it names itself in each answer has to")
    func unnamed() async throws {
        let page = try await begin(
            #"{"metadata": {"authorization_response_iss_parameter_supported": true}, "redirect": {"iss": null}}"#)
        _ = try await page.open(page.target())
        #expect(await code(of: page) == .identityRefused)
    }

    @Test(
        "What a browser or a stranger asks besides is turned away, and the sign-in goes on",
        arguments: [
            ("GET", "/favicon.ico", "404"), ("GET", "/", "404"), ("GET", "/callback/", "404"),
            ("GET", "//callback?code=x", "404"), ("POST", "/callback?code=x&state=y", "405"),
            ("OPTIONS", "/callback", "405"), ("GET", "/" + String(repeating: "x", count: 17_000), "431"),
        ])
    func stray(method: String, target: String, status: String) async throws {
        let page = try await begin()
        #expect(try await page.open(target, method: method).hasPrefix("HTTP/1.1 \(status) "))
        _ = try? await LoopbackExchange.open(port: page.port())
        #expect(try await LoopbackExchange.raw("no HTTP\r\n\r\n", port: page.port()).hasPrefix("HTTP/1.1 4"))
        _ = try await page.open(page.target())
        #expect(try await finish(page) == nil)
    }

    @Test(
        "A parameter that stands twice, or whose escape is broken, counts as missing",
        arguments: [
            ("state=", "state=x&state=", ServiceError.Code.identityRefused), ("code=", "code=x&code=", .invalidAnswer),
            ("code=", "code=%zz", .invalidAnswer), ("state=", "state=%4", .identityRefused),
        ])
    func twice(name: String, replacement: String, expected: ServiceError.Code) async throws {
        let page = try await begin()
        let target = try await page.target()
        let query = try #require(target.split(separator: "?").last)
        let parameters = query.split(separator: "&").map {
            $0.hasPrefix(name) ? replacement + $0.dropFirst(name.count) : $0
        }
        _ = try await page.open("/callback?" + parameters.joined(separator: "&"))
        #expect(await code(of: page) == expected)
    }

    @Test("Nobody comes: the wait ends with its time, or with its task", arguments: [true, false])
    func bounded(isTimeOver: Bool) async throws {
        let page = try await begin()
        await page.bench.clock.sleepers(1)
        if isTimeOver { page.bench.clock.advance(by: .seconds(300)) } else { page.credential.cancel() }
        #expect(await code(of: page) == (isTimeOver ? .expired : .cancelled))
        await #expect(throws: LoopbackExchange.Failure.self) { try await page.open("/callback") }
    }

    @Test(
        "B5 D3: the token answer is judged as on every branch, with the nonce of this request",
        arguments: [
            (#"{"id_token": {"nonce": "made-up"}}"#, "service identityRefused"),
            (#"{"id_token": {"nonce": null}}"#, "service identityRefused"),
            (#"{"id_token": null}"#, "service identityRefused"),
            (#"{"id_token": {"sub": "bert"}}"#, "service identityRefused"),
            (#"{"claims": {"role": "customer"}}"#, "wrongRole "),
        ])
    func judged(settings: String, expected: String) async throws {
        let page = try await begin()
        _ = try await page.open(page.target())
        try await page.server.control(settings)
        let error = try #require(try await finish(page))
        #expect("\(error.code) \(error.service?.code.description ?? "")" == expected)
        #expect(try await page.server.tokens().allSatisfy { !$0.active })
        #expect(try page.bench.stored() == [])
    }

    @Test("RFC 7636: a code without its verifier is of no use to whoever has it")
    func stolen() async throws {
        let page = try await begin()
        _ = try await page.open(page.target())
        let held = try await page.credential.value
        guard let brought = held.credential.withLock({ $0.take() }) else { throw CancellationError() }
        let stolen = brought.secret.copy()
        let credential = Credential.openID(
            authorizationCode: stolen, nonce: SecretBytes(utf8: try page.parameter("nonce")),
            redemption: Credential.Redemption(
                verifier: SecretBytes(utf8: try page.parameter("code_challenge")),
                redirectURI: try page.parameter("redirect_uri")))
        do throws(AuthError) {
            _ = try await page.bench.coordinator.signIn(with: credential)
            Issue.record("signed in")
        } catch { #expect(error.service?.code == .expired) }
    }

    @Test(
        "D1 E1: a server without an authorization endpoint, or that rules out S256, hides the branch",
        arguments: [
            #"{"metadata": {"authorization_endpoint": null}}"#,
            #"{"metadata": {"code_challenge_methods_supported": ["plain"]}}"#,
        ])
    func hidden(settings: String) async throws {
        let server = try await OAuthServer.start()
        try await server.control(settings)
        let bench = try await OAuthBench(issuer: server.issuer)
        #expect(bench.coordinator.availability(of: .openID) == .hidden(.notOfferedByServer))
        #expect(
            await refusal { () async throws(ServiceError) in try bench.service.beginBrowserSignIn() } == .unsupported)
    }
}
