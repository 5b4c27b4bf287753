import OAuthClient
import Sealing
import SessionAuth

/// What the command line says of an app at an OAuth 2.0 server.
struct OAuthAccess: Sendable {
    private let clientID: String
    private let clientSecret: SharedSecret?
    private let role: RoleClaim
    private let scopes: [String]

    /// Nil where the command line names no client.
    init?(_ invocation: Invocation) throws(CommandFailure) {
        guard let clientID = invocation[.clientID] else { return nil }
        self.clientID = clientID
        let path = (invocation[.roleClaim] ?? "role").split(separator: ".").map(String.init)
        guard !path.isEmpty else {
            throw .usage("--role-claim takes keys such as `role` or `realm_access.roles`", of: invocation.command)
        }
        role = RoleClaim(path: path)
        scopes = (invocation[.scopes] ?? "openid").split { $0 == " " || $0 == "," }.map(String.init)
        clientSecret =
            invocation.has(.clientSecretFD)
            ? SharedSecret(try KeyInput.secret(invocation, .clientSecretFD, "Secret of the client")) : nil
    }

    /// Asks the issuer what it offers.
    func service(of issuer: String) async throws(ServiceError) -> OAuthService {
        try await OAuthService.discover(
            OAuthConfiguration(issuer: issuer, clientID: clientID, scopes: scopes, role: role),
            clientSecret: clientSecret.map { $0.copy() })
    }
}

/// A secret that several requests need.
private final class SharedSecret: Sendable {
    private let secret: SecretBytes

    init(_ secret: consuming SecretBytes) { self.secret = secret }

    func copy() -> SecretBytes { secret.copy() }
}

/// Stands for a server that can't be spoken to, so that a session goes from this machine all the same.
struct SilentService: AuthService {
    let realm: String
    let error: ServiceError
    let branches: Set<SignInBranch> = []

    func signIn(with credential: borrowing Credential, extras: borrowing SignInExtras) async throws(ServiceError)
        -> SignInAnswer
    {
        throw error
    }

    func profile(of account: AccountID, token: borrowing SecretBytes) async throws(ServiceError) -> AccountAnswer {
        throw error
    }

    func logOut(token: borrowing SecretBytes, withdrawing notification: borrowing NotificationIdentity?)
        async throws(ServiceError)
    {
        throw error
    }

    func revoke(token: borrowing SecretBytes, of account: AccountID) async throws(ServiceError) -> Bool {
        throw error
    }
}
