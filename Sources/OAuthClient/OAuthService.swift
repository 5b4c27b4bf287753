import HTTPTransport
public import Sealing
public import SessionAuth
public import SessionVault

/// An OAuth 2.0 server that a person signs in to on another device (RFC 8628), or with a browser on this one (RFC 8252).
///
/// Made by ``discover(_:clientSecret:clock:)``. ``beginDeviceGrant()`` and ``beginBrowserSignIn()`` give what the person is
/// to be shown and a credential; the credential goes to the coordinator as on every branch, whose state is then
/// ``SessionAuth/AuthState/authenticating(_:)`` until there are tokens. The account and its role are what the server's
/// userinfo says.
public final class OAuthService: AuthService {
    let configuration: OAuthConfiguration
    let metadata: ProviderMetadata
    let exchange: OAuthExchange
    let clock: any Clock<Duration>

    init(
        _ configuration: OAuthConfiguration, _ metadata: ProviderMetadata, _ exchange: OAuthExchange,
        clock: any Clock<Duration>
    ) {
        self.configuration = configuration
        self.metadata = metadata
        self.exchange = exchange
        self.clock = clock
    }

    /// The issuer.
    public var realm: String { configuration.issuer }

    /// The device grant and the browser's, where the server has them.
    public var branches: Set<SignInBranch> {
        guard metadata.userinfo != nil else { return [] }
        var branches: Set<SignInBranch> = []
        if metadata.deviceAuthorization != nil { branches.insert(.deviceGrant) }
        if metadata.authorization != nil, metadata.takesS256 { branches.insert(.openID) }
        return branches
    }

    /// Spends an authorization code, or asks the server, no more often than it wants, until the person has approved or refused or the time is over.
    ///
    /// An identity token that comes along has to be this issuer's, for this app and this time, and about the person whom
    /// userinfo names; it comes from the token endpoint, over TLS or from this machine, which stands for its signature.
    ///
    /// - Throws: ``SessionAuth/ServiceError/Code/denied``, ``SessionAuth/ServiceError/Code/expired``,
    ///   ``SessionAuth/ServiceError/Code/identityRefused``, and the codes of every request. Tokens that were issued are
    ///   revoked where their account can't be read or is in doubt.
    public func signIn(with credential: borrowing Credential, extras: borrowing SignInExtras) async throws(ServiceError)
        -> SignInAnswer
    {
        guard let polling = credential.polling else { return try await redeem(credential) }
        let answer = try await pollForTokens(deviceCode: credential.secret, polling)
        return try await signedIn(answer, scopes: configuration.scopes)
    }

    /// Asks userinfo (OpenID Connect Core 5.3).
    ///
    /// The account is the one that the server names.
    public func profile(of account: AccountID, token: borrowing SecretBytes) async throws(ServiceError) -> AccountAnswer
    {
        try await userinfo(token: token)
    }
}
