import HTTPTransport
import SessionAuth

/// The endpoints that a server has (RFC 8414, OpenID Connect Discovery 1.0).
struct ProviderMetadata: Sendable {
    let token: ServerURL
    let deviceAuthorization: ServerURL?
    let revocation: ServerURL?
    let userinfo: ServerURL?
    let introspection: ServerURL?
    let authorization: ServerURL?
    /// Tells whether the server does not rule out the one method of RFC 7636 that hides the verifier.
    let takesS256: Bool
    /// Tells whether every authorization answer names the issuer (RFC 9207).
    let namesIssuer: Bool

    /// Reads a metadata document, which has to name `issuer` byte for byte: else one server could speak for another.
    init(_ document: borrowing JSONView, issuer: String) throws(ServiceError) {
        guard let named = document.value("issuer"), document.publicText(named) == issuer,
            let token = try Self.endpoint("token_endpoint", in: document)
        else { throw ServiceError(.invalidAnswer) }
        self.token = token
        deviceAuthorization = try Self.endpoint("device_authorization_endpoint", in: document)
        revocation = try Self.endpoint("revocation_endpoint", in: document)
        userinfo = try Self.endpoint("userinfo_endpoint", in: document)
        introspection = try Self.endpoint("introspection_endpoint", in: document)
        authorization = try Self.endpoint("authorization_endpoint", in: document)
        let methods = document.value("code_challenge_methods_supported").map { document.elements(of: $0) }
        takesS256 = methods?.contains { document.isText($0, "S256") } ?? true
        let names = document.value("authorization_response_iss_parameter_supported")
        namesIssuer = names.flatMap { document.bool($0) } ?? false
    }

    /// An endpoint that is missing is nil; one that tokens may not be sent to is an error.
    private static func endpoint(_ name: String, in document: borrowing JSONView) throws(ServiceError) -> ServerURL? {
        guard let node = document.value(name), document.kind(node) != .null else { return nil }
        guard let text = document.publicText(node) else { throw ServiceError(.invalidAnswer) }
        do throws(ServerURL.Refusal) { return try ServerURL(text) } catch { throw ServiceError(.badAddress) }
    }
}
