import HTTPTransport
import Sealing
import TestSupport
import Testing

/// The limits are wide since the machine may be busy; a cancellation that does not wake libcurl takes a minute.
@Suite(.timeLimit(.minutes(5))) struct CancellationTests {
    @Test("cancelling ends a request that hangs, at once, and closes its connection")
    func cancelWhileWaiting() async throws {
        let server = try await OrderingServer.start()
        try await server.control(#"{"auth": "hang"}"#)
        let transport = HTTPTransport(limits: limits { $0.total = .seconds(600) })
        let request = Task { await failure(of: try signIn(server), transport) }
        try await server.wait(for: "auth", "hang")
        let clock = ContinuousClock()
        let start = clock.now
        request.cancel()
        let outcome = try await request.value
        #expect(clock.now - start < .seconds(15))
        #expect(outcome == TransportError(.cancelled, mayHaveArrived: true))
        try await server.wait(for: "auth", "client-left")
    }

    @Test("a cancelled task sends nothing")
    func cancelledBefore() async throws {
        let server = try await OrderingServer.start()
        let request = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return await failure(of: try signIn(server), HTTPTransport())
        }
        #expect(try await request.value == TransportError(.cancelled))
        #expect(try await server.log().isEmpty)
    }

    @Test("requests that hang hold up neither each other nor the cooperative pool")
    func hangingRequestsBlockNobody() async throws {
        let server = try await OrderingServer.start()
        let transport = HTTPTransport(limits: limits { $0.total = .seconds(600) })
        try await server.control(#"{"forgot": "hang"}"#)
        let hanging = try url(server, "users", "forgot")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<32 { group.addTask { _ = await failure(of: HTTPRequest(.post, hanging), transport) } }
            try await server.wait(for: "forgot", "hang", count: 32)
            #expect(try await transport.send(signIn(server)).status == 200)
            group.cancelAll()
        }
    }
}
