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
    private let lock: RefreshLock

    init(_ tokens: consuming TokenSet, of identity: [UInt8], lock: RefreshLock) {
        self.identity = identity
        self.lock = lock
        self.tokens = tokens
    }
}
