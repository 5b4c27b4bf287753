package import HTTPTransport
public import Sealing
public import SessionAuth

extension OAuthService {
    /// Asks the issuer what it offers.
    ///
    /// One or two requests: OpenID Connect Discovery first, and where the server has none, RFC 8414.
    ///
    /// - Parameters:
    ///   - clientSecret: goes along in the body of each request (`client_secret_post`), for servers that issue one to
    ///     apps of this kind.
    ///   - clock: paces the questions of the device grant.
    /// - Throws: ``SessionAuth/ServiceError/Code/badAddress`` where the issuer or an endpoint is neither `https` nor on
    ///   this machine, ``SessionAuth/ServiceError/Code/invalidAnswer`` where the document is of another issuer.
    public static func discover(
        _ configuration: OAuthConfiguration, clientSecret: consuming SecretBytes? = nil,
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws(ServiceError) -> OAuthService {
        try await discover(configuration, clientSecret: clientSecret, clock: clock, transport: HTTPTransport())
    }

    package static func discover(
        _ configuration: OAuthConfiguration, clientSecret: consuming SecretBytes? = nil, clock: any Clock<Duration>,
        transport: HTTPTransport
    ) async throws(ServiceError) -> OAuthService {
        let exchange = OAuthExchange(transport, clientID: configuration.clientID, clientSecret: clientSecret)
        for url in try wellKnown(of: configuration.issuer) {
            let answer = try await exchange.get(url)
            guard answer.status != 404 else { continue }
            let document = try answer.goodDocument()
            let metadata = try ProviderMetadata(document, issuer: configuration.issuer)
            return OAuthService(configuration, metadata, exchange, clock: clock)
        }
        throw ServiceError(.invalidAnswer)
    }

    /// Where the document may be: after the issuer's path, and before it (RFC 8414, 3.1).
    private static func wellKnown(of issuer: String) throws(ServiceError) -> [ServerURL] {
        do throws(ServerURL.Refusal) {
            let base = try ServerURL(issuer)
            guard !issuer.utf8.contains(UInt8(ascii: "?")) else { throw .path }
            let path = issuer.dropFirst(base.origin.utf8.count).split(separator: "/").joined(separator: "/")
            let suffix = path.isEmpty ? "" : "/\(path)"
            return [
                try ServerURL("\(base.origin)\(suffix)/.well-known/openid-configuration"),
                try ServerURL("\(base.origin)/.well-known/oauth-authorization-server\(suffix)"),
            ]
        } catch { throw ServiceError(.badAddress) }
    }
}
