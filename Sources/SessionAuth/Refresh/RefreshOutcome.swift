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
    let obtained: UnixTime
    /// Its refresh token may be spent.
    let isInDoubt: Bool
    private let lock: RefreshLock

    init(
        _ tokens: consuming TokenSet, of identity: [UInt8], obtained: UnixTime, isInDoubt: Bool = false,
        lock: RefreshLock
    ) {
        self.identity = identity
        self.obtained = obtained
        self.isInDoubt = isInDoubt
        self.lock = lock
        self.tokens = tokens
    }

    /// The tokens that came for these; the lock stays taken.
    func replaced(by answer: consuming TokenSet, at now: UnixTime) -> UnsavedTokens {
        UnsavedTokens(answer, of: identity, obtained: now, lock: lock)
    }

    /// The same tokens after a refresh of which nobody knows whether it reached the server.
    func doubted() -> UnsavedTokens {
        UnsavedTokens(tokens.copy(), of: identity, obtained: obtained, isInDoubt: true, lock: lock)
    }
}
