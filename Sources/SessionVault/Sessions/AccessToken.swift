/// A session's access token, for as long as the session lasts.
///
/// The value holds no secret.
public struct AccessToken: Sendable {
    let core: SessionCore

    private static let scheme = Array("Bearer ".utf8)

    /// Lends the value of an `Authorization` header (RFC 6750), `Bearer` and the token, in memory that is wiped afterwards.
    ///
    /// Reads the vault each time, so that a token which another process has refreshed is used, and a session that has
    /// ended authorizes nothing.
    ///
    /// - Throws: ``VaultError/Code/sessionEnded`` after the session was removed or replaced, ``VaultError/Code/locked``.
    public func withBearer<R: ~Copyable>(_ body: (RawSpan) -> R) throws(VaultError) -> R {
        let tokens = try core.tokens()
        var header = SecretWriter(capacity: Self.scheme.count + tokens.access.count)
        Self.scheme.withRawSpan { header.append($0) }
        tokens.access.withExposedBytes { header.append($0) }
        return header.finish().withExposedBytes { body($0) }
    }

    /// Copies the token into secret memory of the caller's, for one request.
    ///
    /// See ``withBearer(_:)``.
    public func copy() throws(VaultError) -> SecretBytes {
        let tokens = try core.tokens()
        return tokens.access.copy()
    }
}
