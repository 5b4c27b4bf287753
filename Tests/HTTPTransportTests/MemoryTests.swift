import HTTPTransport
import Sealing
import TestSupport
import Testing

/// After an exchange, neither what was sent nor what was received stands anywhere in the process.
@Suite struct MemoryTests {
    private struct Traces {
        let password: MaskedBytes
        let token: MaskedBytes
    }

    /// Random letters, so that every run has secrets of its own.
    private static func canary() -> SecretBytes {
        let random = SecretBytes.random(count: 24)
        var body = FormBodyWriter()
        body.add("password-of-", secret: random)
        return body.finish()
    }

    private func exchange(_ transport: HTTPTransport, _ root: String) async throws -> Traces {
        let canary = Self.canary()
        let password = MaskedBytes(canary)
        var wrong = JSONBodyWriter()
        wrong.add("email", "driver@example.test")
        try wrong.add("password", secret: canary)
        var request = HTTPRequest(.post, try ServerURL(root).appending("auth"))
        try request.setBody(wrong.finish(), type: .json)
        try request.authorize(bearer: canary)
        _ = try await transport.send(request)

        var right = JSONBodyWriter()
        right.add("email", "driver@example.test")
        right.add("password", "password-of-41")
        var second = HTTPRequest(.post, try ServerURL(root).appending("auth"))
        try second.setBody(right.finish(), type: .json)
        let view = try JSONView(try await transport.send(second).takeBody())
        guard let token = view.secret(try node(view, "result", "session", "access_token")) else { throw Missing() }
        return Traces(password: password, token: MaskedBytes(token))
    }

    @Test("the search finds a secret that is there, in the arena and on the heap")
    func searchWorks() async throws {
        let canary = Self.canary()
        let masked = MaskedBytes(canary)
        let inArena = try await ProcessMemory.count(of: masked)
        let copy = canary.withExposedBytes { [UInt8](copying: $0) }
        let onHeapToo = try await ProcessMemory.count(of: masked)
        #expect([inArena, onHeapToo] == [1, 2])
        withExtendedLifetime(copy) {}
        _ = canary.count
    }

    @Test("sent and received secrets are gone from memory after a plain exchange")
    func plain() async throws {
        let server = try await OrderingServer.start()
        let transport = HTTPTransport()
        let traces = try await exchange(transport, server.root)
        #expect(try await ProcessMemory.count(of: traces.password) == 0)
        #expect(try await ProcessMemory.count(of: traces.token) == 0)
        withExtendedLifetime(transport) {}
    }

    @Test("sent and received secrets are gone from memory after an exchange over TLS")
    func encrypted() async throws {
        let authority = try await TestAuthority.make()
        let leaf = try await authority.issue("IP:127.0.0.1")
        let server = try await OrderingServer.launch(certificate: leaf.certificate, key: leaf.key)
        let transport = HTTPTransport(trust: .file(path: authority.certificate))
        let traces = try await exchange(transport, "https://127.0.0.1:\(server.port)/v400/en/\(server.project)")
        #expect(try await ProcessMemory.count(of: traces.password) == 0)
        #expect(try await ProcessMemory.count(of: traces.token) == 0)
        withExtendedLifetime(transport) {}
    }
}
