public import Sealing
public import SessionVault

/// A server that authenticates accounts.
///
/// Implementations speak its protocol and decide nothing: the role gate and the vault belong to the coordinator.
///
/// Calls are bounded in time by the implementation, end soon after their task is cancelled, never retry a sign-in, and
/// throw errors that hold nothing of request or answer.
public protocol AuthService: Sendable {
    /// What stands as ``SessionVault/AccountID/realm`` of every account of this server.
    var realm: String { get }

    /// The branches that this service can take at all.
    var branches: Set<SignInBranch> { get }

    /// Sends a credential to the endpoint of its branch, and reads the answer.
    ///
    /// - Throws: ``ServiceError/Code/noSession`` where the server answers well but with no session.
    func signIn(with credential: borrowing Credential, extras: borrowing SignInExtras) async throws(ServiceError)
        -> SignInAnswer

    /// Asks the server what it now says of an account, authorized by the account's own token.
    ///
    /// - Throws: ``ServiceError/Code/unauthorized`` or ``ServiceError/Code/forbidden`` where it refuses the token.
    func profile(of account: AccountID, token: borrowing SecretBytes) async throws(ServiceError) -> AccountAnswer

    /// Asks the server to end the session of `token`, and to withdraw the push identity that was sent with it.
    func logOut(token: borrowing SecretBytes, withdrawing notification: borrowing NotificationIdentity?)
        async throws(ServiceError)

    /// Spends the refresh token: one request, never repeated.
    ///
    /// - Throws: ``ServiceError/Code/unauthorized`` where the server refuses the refresh token,
    ///   ``ServiceError/Code/unsupported`` where this server has none.
    func refresh(_ tokens: borrowing TokenSet, of account: AccountID) async throws(ServiceError) -> TokenSet

    /// Asks whether the refresh token can still be spent, without spending it (RFC 7662).
    ///
    /// - Returns: nil where the server can't be asked.
    func isActive(refreshToken: borrowing SecretBytes, of account: AccountID) async throws(ServiceError) -> Bool?

    /// Revokes the token, or makes sure that the server accepts it no more.
    ///
    /// - Returns: false where this server has no revocation and nothing to ask.
    func revoke(token: borrowing SecretBytes, of account: AccountID) async throws(ServiceError) -> Bool

    /// Revokes the refresh token, or makes sure that the server accepts it no more.
    ///
    /// - Returns: false where this server has no revocation.
    func revoke(refreshToken: borrowing SecretBytes, of account: AccountID) async throws(ServiceError) -> Bool
}

extension AuthService {
    /// For servers that issue no refresh tokens.
    public func refresh(_ tokens: borrowing TokenSet, of account: AccountID) async throws(ServiceError) -> TokenSet {
        throw ServiceError(.unsupported)
    }

    /// For servers without introspection.
    public func isActive(refreshToken: borrowing SecretBytes, of account: AccountID) async throws(ServiceError) -> Bool?
    {
        nil
    }

    /// For servers that issue no refresh tokens.
    public func revoke(refreshToken: borrowing SecretBytes, of account: AccountID) async throws(ServiceError) -> Bool {
        false
    }
}
