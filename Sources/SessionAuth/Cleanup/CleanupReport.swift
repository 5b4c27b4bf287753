/// What became of each part of a cleanup.
///
/// The parts are independent: none waits for another's success.
public struct CleanupReport: Equatable, Sendable, CustomStringConvertible {
    /// The server was asked to end the session, and to withdraw the push identity that was sent with it.
    public let serverLogout: CleanupOutcome
    /// The identity provider's own session was ended.
    public let providerCleanup: CleanupOutcome
    /// The token was revoked, or the server confirmed that it accepts it no more.
    public let revocation: CleanupOutcome
    /// What stood on this machine was removed.
    public let localCleanup: CleanupOutcome

    /// There was no session to end.
    static let nothing = CleanupReport(
        serverLogout: .notNeeded, providerCleanup: .notNeeded, revocation: .notNeeded, localCleanup: .notNeeded)

    /// The four outcomes in one line.
    public var description: String {
        "server logout: \(serverLogout), provider cleanup: \(providerCleanup), "
            + "revocation: \(revocation), local cleanup: \(localCleanup)"
    }
}

/// What became of one part of a cleanup.
public enum CleanupOutcome: Equatable, Sendable, CustomStringConvertible {
    /// It was done, and known to be.
    case done
    /// It failed.
    case failed(CleanupFault)
    /// No answer came in time; it may have been done or not.
    case timedOut
    /// There was nothing to do.
    case notNeeded

    /// Its form in reports.
    public var description: String {
        switch self {
        case .done: "done"
        case .failed(let fault): "failed (\(fault))"
        case .timedOut: "timed out"
        case .notNeeded: "not needed"
        }
    }
}

/// Why a part of a cleanup failed, without any text of a server's.
public enum CleanupFault: Equatable, Sendable, CustomStringConvertible {
    /// A server's fault.
    case service(ServiceError.Code)
    /// The vault's fault.
    case vault(VaultError.Code)
    /// The provider's cleanup reported failure.
    case provider

    /// The code's name.
    public var description: String {
        switch self {
        case .service(let code): code.description
        case .vault(let code): code.description
        case .provider: "provider"
        }
    }
}
