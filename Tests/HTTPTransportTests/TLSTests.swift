import HTTPTransport
import Sealing
import TestSupport
import Testing

@Suite struct TLSTests {
    private func signIn(_ leaf: TestAuthority.Leaf, _ trust: TrustStore, host: String = "127.0.0.1") async throws
        -> TransportError?
    {
        let server = try await OrderingServer.launch(certificate: leaf.certificate, key: leaf.key)
        let request = HTTPRequest(.post, try ServerURL("https://\(host):\(server.port)/v400/en/\(server.project)/auth"))
        return await failure(of: request, HTTPTransport(trust: trust))
    }

    @Test("a certificate of a trusted authority is accepted", arguments: ["127.0.0.1", "localhost"])
    func trusted(host: String) async throws {
        let authority = try await TestAuthority.make()
        let leaf = try await authority.issue("IP:127.0.0.1,DNS:localhost")
        #expect(try await signIn(leaf, .file(path: authority.certificate), host: host) == nil)
    }

    @Test("an unknown authority is refused before anything is sent")
    func unknownAuthority() async throws {
        let authority = try await TestAuthority.make()
        let leaf = try await authority.issue("IP:127.0.0.1")
        #expect(try await signIn(leaf, .system) == TransportError(.tlsRefused(.unknownAuthority)))
        let other = try await TestAuthority.make()
        #expect(
            try await signIn(leaf, .file(path: other.certificate)) == TransportError(.tlsRefused(.unknownAuthority)))
    }

    @Test("a certificate for another name is refused", arguments: ["IP:127.0.0.2", "DNS:localhost.example.test"])
    func wrongName(names: String) async throws {
        let authority = try await TestAuthority.make()
        let leaf = try await authority.issue(names)
        let failure = try await signIn(leaf, .file(path: authority.certificate))
        #expect(failure == TransportError(.tlsRefused(.wrongName)))
        let named = try await signIn(leaf, .file(path: authority.certificate), host: "localhost")
        #expect(named == TransportError(.tlsRefused(.wrongName)))
    }

    @Test("an expired certificate is refused")
    func expired() async throws {
        let authority = try await TestAuthority.make()
        let leaf = try await authority.issue("IP:127.0.0.1", days: -1)
        let failure = try await signIn(leaf, .file(path: authority.certificate))
        #expect(failure == TransportError(.tlsRefused(.expired)))
    }

    @Test("a missing file of authorities trusts nobody")
    func missingAuthorities() async throws {
        let leaf = try await TestAuthority.make().issue("IP:127.0.0.1")
        #expect(
            try await signIn(leaf, .file(path: "/nonexistent/ca.pem"))
                == TransportError(.tlsRefused(.trustStoreUnusable)))
    }

    @Test("a server without TLS is refused where TLS is asked for")
    func plainServer() async throws {
        let server = try await OrderingServer.start()
        let request = HTTPRequest(.get, try ServerURL("https://127.0.0.1:\(server.port)/"))
        #expect(await failure(of: request, HTTPTransport()) == TransportError(.tlsRefused(.handshake)))
        #expect(try await server.log().isEmpty)
    }
}
