/// Where the coordinator stands.
public enum AuthState: Sendable, CustomStringConvertible {
    /// Nobody is signed in.
    case signedOut(SignedOutReason)
    /// An answer to a sign-in is awaited.
    case authenticating(SignInBranch)
    /// The server wants a CAPTCHA for this branch.
    case challenged(SignInBranch)
    /// The gate refused the account that the server returned; nothing of it was written.
    case rejected(CleanupReport)
    /// A session was restored from disk and awaits the server's word.
    case provisional(ProvisionalSession)
    /// A session came through the gate in this process.
    case active(AdmittedSession)
    /// The session goes on, and its newest tokens are in memory alone, since the vault could not take them; they are
    /// written as soon as it can.
    case unsaved(VaultError)

    /// Its form in logs.
    public var description: String {
        switch self {
        case .signedOut(let reason): "signed out (\(reason))"
        case .authenticating(let branch): "authenticating (\(branch))"
        case .challenged(let branch): "challenged (\(branch))"
        case .rejected: "rejected"
        case .provisional: "provisional"
        case .active: "active"
        case .unsaved(let error): "unsaved (\(error.code))"
        }
    }
}

/// Why nobody is signed in.
public enum SignedOutReason: Equatable, Sendable, CustomStringConvertible {
    /// Nobody has signed in yet.
    case initial
    /// The person signed out.
    case bySignOut
    /// The last sign-in failed.
    case signInFailed
    /// The server does not accept the session any more.
    case refusedByServer
    /// The session was removed or replaced elsewhere, for example by another process.
    case endedElsewhere
    /// The server does not take the session's refresh token any more.
    case refreshRefused
    /// A refresh was cut off, and the server says that its token is spent.
    case refreshLost

    /// Its form in logs.
    public var description: String {
        switch self {
        case .initial: "not yet signed in"
        case .bySignOut: "by sign-out"
        case .signInFailed: "sign-in failed"
        case .refusedByServer: "refused by the server"
        case .endedElsewhere: "ended elsewhere"
        case .refreshRefused: "refresh refused by the server"
        case .refreshLost: "a refresh was cut off after its token was spent"
        }
    }
}
