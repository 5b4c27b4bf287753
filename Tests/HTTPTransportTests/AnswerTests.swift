import HTTPTransport
import Sealing
import TestSupport
import Testing

@Suite struct AnswerTests {
    @Test(
        "status and body come back whatever the status",
        arguments: [
            ("ok", 200), ("ok-4xx", 406), ("400-html", 400), ("401", 401), ("403", 403), ("500", 500),
            ("503-json", 503),
            ("empty", 200), ("slow", 200),
        ])
    func statuses(mode: String, status: Int) async throws {
        let server = try await OrderingServer.start()
        try await server.control(#"{"forgot": "\#(mode)"}"#)
        let answer = try await HTTPTransport().send(HTTPRequest(.post, try url(server, "users", "forgot")))
        #expect(answer.status == status)
        #expect(answer.body.isEmpty == (mode == "empty"))
    }

    @Test("S13: the server's clock comes with the answer", arguments: [0, 3_600, -86_400])
    func serverDate(skew: Int) async throws {
        let server = try await OrderingServer.start()
        try await server.control(#"{"clock_skew": \#(skew)}"#)
        let skewed = try await HTTPTransport().send(HTTPRequest(.get, try url(server, "orders"))).serverDate
        try await server.control(#"{"clock_skew": 0}"#)
        let straight = try await HTTPTransport().send(HTTPRequest(.get, try url(server, "orders"))).serverDate
        #expect(try abs(#require(skewed) - #require(straight) - skew) < 1_800)
    }

    @Test(
        "S15: the wait that the server asks for is read, as seconds and as a date",
        arguments: [
            ("7", 7), ("0", 0), ("999999", 86_400), ("Sun, 06 Nov 1994 08:49:37 GMT", 0), ("soon", nil), ("-5", nil),
            ("1e3", nil), ("99999999999999999999", nil), ("", nil),
        ] as [(String, Int?)])
    func retryAfter(value: String, seconds: Int?) async throws {
        let server = try await OrderingServer.start()
        try await server.control(#"{"auth": "429", "retry_after": "\#(value)"}"#)
        let answer = try await HTTPTransport().send(signIn(server))
        #expect(answer.status == 429)
        #expect(answer.retryAfter == seconds)
    }

    @Test("a redirect is an answer and is not followed: no credential reaches the other server")
    func redirect() async throws {
        let (server, other) = (try await OrderingServer.start(), try await OrderingServer.start())
        try await server.control(#"{"auth": "redirect", "redirect_to": "\#(other.root)/x"}"#)
        var request = try signIn(server)
        try request.authorize(bearer: SecretBytes(utf8: "made-up-token"))
        let answer = try await HTTPTransport().send(request)
        #expect(answer.status == 302)
        #expect(try await other.log().isEmpty)
    }

    @Test("S27: nothing of a request is left for the next one, on a kept connection too")
    func nothingLeft() async throws {
        let server = try await OrderingServer.start()
        let transport = HTTPTransport()
        var first = HTTPRequest(.get, try url(server, "orders"))
        try first.authorize(bearer: SecretBytes(utf8: "made-up-token"))
        try first.setHeader("X-App-X", "app")
        _ = try await transport.send(first)
        _ = try await transport.send(HTTPRequest(.get, try url(server, "orders")))
        let seen = try #require(try await server.log().last)
        #expect(seen.kept)
        #expect(seen.authorization == "")
        #expect(seen.headers["x-app-x"] == nil)
        #expect(seen.headers["cookie"] == nil)
    }

    @Test("S15: a POST is never repeated: it does not go out on a kept connection that may die")
    func postOnce() async throws {
        let server = try await OrderingServer.start()
        let transport = HTTPTransport()
        try await server.control(#"{"auth": "drop-if-kept", "orders": "drop-if-kept"}"#)
        _ = try await transport.send(HTTPRequest(.get, try url(server, "orders")))
        _ = try await transport.send(HTTPRequest(.get, try url(server, "orders")))
        #expect(try await server.log("orders").count == 3, "libcurl repeats a GET, or this test proves nothing")
        _ = try await transport.send(signIn(server))
        let seen = try await server.log("auth")
        #expect(seen.count == 1)
        #expect(seen.first?.kept == false)
    }

    @Test("a body of exactly the limit is taken")
    func exactLimit() async throws {
        let server = try await OrderingServer.start()
        try await server.control(#"{"forgot": "huge", "huge_bytes": 65536}"#)
        let transport = HTTPTransport(limits: limits { $0.bodyBytes = 65_536 })
        let answer = try await transport.send(HTTPRequest(.post, try url(server, "users", "forgot")))
        #expect(answer.body.count == 65_536)
    }

    @Test("a hundred requests at once all get their own answer")
    func manyAtOnce() async throws {
        let server = try await OrderingServer.start()
        let transport = HTTPTransport()
        let root = try url(server, "orders")
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<100 {
                group.addTask {
                    var request = HTTPRequest(.put, try root.appending("\(number)"))
                    try request.setHeader("X-Number", "\(number)")
                    return try await transport.send(request).status
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == Array(repeating: 401, count: 100))
        let seen = try await server.log("order")
        #expect(Set(seen.map(\.path)).count == 100)
        #expect(seen.allSatisfy { $0.path.hasSuffix("/orders/" + ($0.headers["x-number"] ?? "")) })
    }
}
