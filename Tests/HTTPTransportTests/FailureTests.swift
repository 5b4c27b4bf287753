import Glibc
import HTTPTransport
import Sealing
import TestSupport
import Testing

@Suite struct FailureTests {
    @Test(
        "each way to fail has its own reason, and tells whether the request may have arrived",
        arguments: [
            ("drop", .truncated), ("half", .truncated), ("hang", .timedOut), ("slow", .timedOut),
            ("not-http", .notHTTP),
            ("huge", .tooLarge), ("huge-chunked", .tooLarge), ("long-header", .tooLarge),
        ] as [(String, TransportError.Reason)])
    func failures(mode: String, reason: TransportError.Reason) async throws {
        let server = try await OrderingServer.start()
        try await server.control(#"{"auth": "\#(mode)"}"#)
        let transport = HTTPTransport(
            limits: limits {
                $0.total = reason == .timedOut ? .seconds(5) : .seconds(20)
                $0.bodyBytes = 100_000
            })
        let failure = await failure(of: try signIn(server), transport)
        #expect(failure == TransportError(reason, mayHaveArrived: true))
        #expect(try await server.log("auth").count == 1)
    }

    @Test("no server: unreachable, and the request has not arrived")
    func unreachable() async throws {
        let server = try await OrderingServer.launch()
        let request = try signIn(server)
        try await server.stop()
        #expect(await failure(of: request, HTTPTransport()) == TransportError(.unreachable))
    }

    @Test("a name without an address: unknown host")
    func unknownHost() async throws {
        let request = HTTPRequest(.get, try ServerURL("https://no-such-host.invalid/"))
        #expect(await failure(of: request, HTTPTransport()) == TransportError(.unknownHost))
    }

    @Test("a missing library is named with its mend")
    func missingLibrary() {
        let error = CurlLibrary.probe("libcurl-not-here.so.4")
        #expect(error == TransportError(.libraryMissing))
        #expect(error?.description.contains("apt install libcurl4") == true)
    }

    @Test("a library that is no libcurl is not usable")
    func otherLibrary() {
        #expect(CurlLibrary.probe("libc.so.6") == TransportError(.libraryUnusable))
    }

    @Test(
        "C1, S14: no failure shows anything of the request or the answer",
        arguments: ["drop", "half", "not-http", "huge"])
    func silentFailures(mode: String) async throws {
        let server = try await OrderingServer.start()
        try await server.control(#"{"auth": "\#(mode)"}"#)
        let error = try #require(await failure(of: try signIn(server), HTTPTransport()))
        var shown = "\(error) \(String(reflecting: error))"
        dump(error, to: &shown)
        for secret in ["password-of-41", "driver@example.test", "\(server.port)", "/auth", "ESMTP"] {
            #expect(!shown.contains(secret))
        }
    }

    @Test("a proxy named in the environment never sees what is meant for this machine")
    func noProxy() async throws {
        await #expect(processExitsWith: .success) {
            let server = try await OrderingServer.launch()
            for name in ["no_proxy", "NO_PROXY"] { unsafe unsetenv(name) }
            for name in ["http_proxy", "ALL_PROXY", "all_proxy"] { unsafe setenv(name, "http://127.0.0.1:1", 1) }
            let answer = try await HTTPTransport().send(signIn(server))
            #expect(answer.status == 200)
        }
    }
}
