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

    var branch: SignInBranch? {
        switch self {
        case .none: nil
        case .provisional(let session): session.branch
        case .active(let session): session.branch
        }
    }

    var accessToken: AccessToken? {
        switch self {
        case .none: nil
        case .provisional(let session): session.accessToken
        case .active(let session): session.accessToken
        }
    }

    var refresh: SessionRefresh? {
        switch self {
        case .none: nil
        case .provisional(let session): session.refresh
        case .active(let session): session.refresh
        }
    }

    var identity: [UInt8]? {
        switch self {
        case .none: nil
        case .provisional(let session): session.identity
        case .active(let session): session.identity
        }
    }

    /// The push identity, where there is one that can be read.
    func readNotification() -> NotificationIdentity? {
        do throws(VaultError) {
            switch self {
            case .none: return nil
            case .provisional(let session): return try session.readNotification()
            case .active(let session): return try session.readNotification()
            }
        } catch { return nil }
    }

    /// Tells whether the session was removed or replaced in the vault.
    ///
    /// A vault that can't be read does not say so.
    var hasEnded: Bool {
        do throws(VaultError) {
            _ = try accessToken?.copy()
            return false
        } catch { return error.code == .sessionEnded }
    }

    /// Tells whether `token` is this session's.
    func holds(_ token: borrowing SecretBytes) -> Bool {
        do throws(VaultError) { return try accessToken?.copy().equals(token) ?? false } catch { return false }
    }

    /// Removes the session from this machine, and has the vault keep what a logout at the server needs until
    /// ``AuthCoordinator/cleanUp(_:local:endsProvider:)`` settles it.
    func end(as ending: EndingSession) -> CleanupOutcome {
        do throws(VaultError) {
            switch self {
            case .none: return .notNeeded
            case .provisional(let session): try session.end(access: ending.token, refresh: ending.refreshToken)
            case .active(let session): try session.end(access: ending.token, refresh: ending.refreshToken)
            }
            return .done
        } catch {
            // There may be no room for what a later logout needs; the session goes all the same.
            return remove()
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
