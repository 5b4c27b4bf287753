import HTTPTransport
import Sealing
import TestSupport
import Testing

@Suite struct HTTPRequestTests {
    @Test(
        "a header value that would break out of its line is refused",
        arguments: ["a\r\nX-Evil: 1", "a\nb", "a\rb", "a\u{0}b", "a\u{7F}", "caf\u{E9}", "a\tb"])
    func brokenValue(value: String) throws {
        var request = HTTPRequest(.get, try ServerURL("https://host/"))
        let outcome = Result { () throws(TransportError) in try request.setHeader("X-App-X", value) }
        #expect(throws: TransportError(.invalidHeader)) { try outcome.get() }
    }

    @Test("a token that would break out of its line is refused", arguments: ["", "t\r\nX: y", "t\u{0}"])
    func brokenToken(token: String) throws {
        var request = HTTPRequest(.get, try ServerURL("https://host/"))
        let outcome = Result { () throws(TransportError) in try request.authorize(bearer: SecretBytes(utf8: token)) }
        #expect(throws: TransportError(.invalidHeader)) { try outcome.get() }
    }

    @Test("headers, an empty one too, arrive as they were set")
    func headers() async throws {
        let server = try await OrderingServer.start()
        var request = HTTPRequest(.get, try url(server, "orders"))
        try request.setHeader("X-App-X", "made-up app")
        try request.setHeader("X-Empty", "")
        try request.setHeader("X-Physical-Device-Code-X", secret: SecretBytes(utf8: "device-7"))
        try request.authorize(bearer: SecretBytes(utf8: "abc.def"))
        let answer = try await HTTPTransport().send(request)
        let seen = try #require(try await server.log().first)
        #expect(answer.status == 401)
        #expect(seen.headers["x-app-x"] == "made-up app")
        #expect(seen.headers["x-empty"] == "")
        #expect(seen.headers["x-physical-device-code-x"] == "device-7")
        #expect(seen.headers["expect"] == nil)
        #expect(seen.authorization == "Bearer")
    }

    @Test(
        "each method arrives with its body",
        arguments: [
            (HTTPMethod.post, "auth", "auth"), (.put, "orders/7", "order"),
            (.delete, "users/41/sessions/all", "delete_session"),
        ])
    func methods(method: HTTPMethod, path: String, operation: String) async throws {
        let server = try await OrderingServer.start()
        var target = try url(server)
        for component in path.split(separator: "/") { target = try target.appending(String(component)) }
        var request = HTTPRequest(method, target)
        var body = JSONBodyWriter()
        body.add("delete_current", true)
        try request.setBody(body.finish(), type: .json)
        _ = try await HTTPTransport().send(request)
        let seen = try #require(try await server.log(operation).first)
        #expect(seen.method == method.rawValue)
        #expect(seen.body == #"{"delete_current":true}"#)
        #expect(seen.headers["content-type"] == "application/json")
    }

    @Test("a POST without a body is a POST of no bytes")
    func emptyPost() async throws {
        let server = try await OrderingServer.start()
        _ = try await HTTPTransport().send(HTTPRequest(.post, try url(server, "auth", "logout")))
        let seen = try #require(try await server.log("logout").first)
        #expect(seen.headers["content-length"] == "0")
        #expect(seen.body == "")
    }
}
