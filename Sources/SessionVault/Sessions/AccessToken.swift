/// A session's access token, for as long as the session lasts.
///
/// The value holds no secret.
public struct AccessToken: Sendable {
    let core: SessionCore

    /// Lends the value of an `Authorization` header (RFC 6750), `Bearer` and the token, in secret memory.
    ///
    /// Looks each time whether the vault was written to, so that a token which another process has refreshed is used, and a
    /// session that has ended authorizes nothing. Where it was not, nothing is read or opened.
    ///
    /// - Throws: ``VaultError/Code/sessionEnded`` after the session was removed or replaced, ``VaultError/Code/locked``.
    public func withBearer<R: ~Copyable>(_ body: (RawSpan) -> R) throws(VaultError) -> R {
        try core.tokens().bearer.withExposedBytes { body($0) }
    }

    /// Copies the token into secret memory of the caller's, for one request.
    ///
    /// See ``withBearer(_:)``.
    public func copy() throws(VaultError) -> SecretBytes {
        try core.tokens().tokens.access.copy()
    }
}
