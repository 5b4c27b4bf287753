import SessionVault

/// The session that the coordinator stands for.
enum CurrentSession: Sendable {
    case none
    case provisional(ProvisionalSession)
    case active(AdmittedSession)

    var account: AccountID? {
        switch self {
        case .none: nil
        case .provisional(let session): session.account
        case .active(let session): session.account
        }
    }

    var accessToken: AccessToken? {
        switch self {
        case .none: nil
        case .provisional(let session): session.accessToken
        case .active(let session): session.accessToken
        }
    }

    var identity: [UInt8]? {
        switch self {
        case .none: nil
        case .provisional(let session): session.identity
        case .active(let session): session.identity
        }
    }

    /// Removes the session from this machine.
    func remove() -> CleanupOutcome {
        do throws(VaultError) {
            switch self {
            case .none: return .notNeeded
            case .provisional(let session): try session.remove()
            case .active(let session): try session.remove()
            }
            return .done
        } catch { return .failed(.vault(error.code)) }
    }
}
