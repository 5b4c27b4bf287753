import SafeLogging
public import Sealing
public import SessionVault

extension AuthCoordinator {
    /// Takes up a session from disk: the account's, or without one the only one there is. It is provisional until the
    /// server settles it.
    ///
    /// - Returns: nil where there is none, or more than one and no account was named.
    /// - Throws: ``AuthError/Code/vault``; a vault that is locked or damaged is never taken for "signed out".
    public func restore(_ account: AccountID? = nil) throws(AuthError) -> ProvisionalSession? {
        attempt?.end()
        attempt = nil
        let found: ProvisionalSession?
        do throws(VaultError) {
            if let account {
                found = try vault.restore(account)
            } else {
                let sessions = try vault.sessions()
                found = sessions.count == 1 ? sessions.first : nil
            }
        } catch { throw .vault(error) }
        guard let found else {
            current = .none
            settle(otherwise: .initial)
            return nil
        }
        current = .provisional(found)
        move(to: .provisional(found))
        return found
    }

    /// Asks the server about the restored session's account and passes the answer through the gate.
    ///
    /// The session becomes active where the gate admits it. It ends where the server refuses the token or the gate
    /// refuses the account. After any other fault, such as no connection, it stays provisional.
    public func confirm() async throws(AuthError) -> AdmittedSession {
        let session: ProvisionalSession
        switch current {
        case .none: throw AuthError(.notSignedIn)
        case .active(let active): return active
        case .provisional(let provisional): session = provisional
        }
        attempt?.end()
        let attempt = vault.beginConfirmation(of: session)
        self.attempt = attempt
        let profile = try await askProfile(of: session, attempt)
        let admission: Admission
        do throws(WrongRole) { admission = try gate.admit(profile, in: attempt) } catch {
            throw await rejectRestored(session, refusal: error, attempt: attempt)
        }
        self.attempt = nil
        let confirmed: AdmittedSession
        do throws(VaultError) { confirmed = try vault.confirm(session, by: admission, storing: profile) } catch {
            if error.code == .sessionEnded { leave(session.identity, because: .endedElsewhere) }
            throw .vault(error)
        }
        current = .active(confirmed)
        move(to: .active(confirmed))
        return confirmed
    }

    /// Runs one request with the current session's token.
    ///
    /// The token is lent to this one request. Where the server answers 401 or 403, the session that made the request ends
    /// here, and a session that has been admitted meanwhile does not.
    public func perform<R: Sendable>(
        _ request: (borrowing SecretBytes) async throws(ServiceError) -> R
    ) async throws(AuthError) -> R {
        guard let identity = current.identity, let accessToken = current.accessToken else {
            throw AuthError(.notSignedIn)
        }
        let token: SecretBytes
        do throws(VaultError) { token = try accessToken.copy() } catch {
            if error.code == .sessionEnded { leave(identity, because: .endedElsewhere) }
            throw .vault(error)
        }
        do throws(ServiceError) { return try await request(token) } catch {
            if error.endsSession { end(identity) }
            throw .service(error)
        }
    }

    /// Signs out: here at once and in any case, then at the server.
    ///
    /// - Returns: what became of each part. Where the server could not be reached, its part says so, and the session is
    ///   gone from this machine all the same.
    @discardableResult
    public func signOut() async -> CleanupReport {
        attempt?.end()
        attempt = nil
        let leaving = current
        current = .none
        let ending: EndingSession?
        var fault: CleanupOutcome = .notNeeded
        do throws(VaultError) { ending = try EndingSession(leaving) } catch {
            ending = nil
            if error.code != .sessionEnded { fault = .failed(.vault(error.code)) }
        }
        let local = leaving.remove()
        move(to: .signedOut(.bySignOut))
        guard let ending else {
            return CleanupReport(
                serverLogout: fault, providerCleanup: .notNeeded, revocation: fault, localCleanup: local)
        }
        let report = await cleanUp(ending, local: local)
        logger.notice("signed out: \(report.description, privacy: .public)")
        return report
    }

    private func askProfile(of session: ProvisionalSession, _ attempt: Attempt) async throws(AuthError) -> AccountAnswer {
        let token: SecretBytes
        do throws(VaultError) { token = try session.accessToken.copy() } catch {
            end(attempt, otherwise: .endedElsewhere)
            if error.code == .sessionEnded { leave(session.identity, because: .endedElsewhere) }
            throw .vault(error)
        }
        let profile: AccountAnswer
        do throws(ServiceError) { profile = try await service.profile(of: session.account, token: token) } catch {
            let wasCurrent = isCurrent(attempt)
            attempt.end()
            guard wasCurrent else { throw AuthError(.superseded) }
            self.attempt = nil
            if error.endsSession { end(session.identity) }
            throw .service(error)
        }
        guard isCurrent(attempt) else { throw AuthError(.superseded) }
        return profile
    }

    private func rejectRestored(_ session: ProvisionalSession, refusal: WrongRole, attempt: Attempt) async -> AuthError {
        do throws(VaultError) {
            return await reject(try EndingSession(session), refusal: refusal, attempt: attempt)
        } catch {
            end(attempt, otherwise: .endedElsewhere)
            return .vault(error)
        }
    }

    /// The server refuses the session: it goes from this machine, unless another has taken its place.
    private func end(_ identity: [UInt8]) {
        guard current.identity == identity else { return }
        let local = current.remove()
        logger.warning("session ended by the server; local cleanup: \(local.description, privacy: .public)")
        leave(identity, because: .refusedByServer)
    }

    private func leave(_ identity: [UInt8], because reason: SignedOutReason) {
        guard current.identity == identity else { return }
        current = .none
        move(to: .signedOut(reason))
    }
}

extension ServiceError {
    /// Tells whether this is the server's definite word on the session itself.
    fileprivate var endsSession: Bool { code == .unauthorized || code == .forbidden }
}
