import Sealing
import SessionVault

/// What came of a refresh.
enum RefreshOutcome: Sendable {
    /// There are tokens to go on with.
    case fresh
    /// This session has no refresh token.
    case impossible
    /// Nothing came of it; the session stays as it was.
    case failed(AuthError)
    /// The session is over.
    case ended
}

/// Tokens that a server has issued and the vault could not take.
final class UnsavedTokens: Sendable {
    let identity: [UInt8]
    let tokens: TokenSet

    init(_ tokens: consuming TokenSet, of identity: [UInt8]) {
        self.identity = identity
        self.tokens = tokens
    }
}
