import SafeLogging
import Sealing
public import SessionVault

extension AuthCoordinator {
    /// Asks the server about the restored session's account and passes the answer through the gate.
    ///
    /// The session becomes active where the gate admits it. It ends where the server refuses the token or the gate
    /// refuses the account. After any other fault, such as no connection, it stays provisional. Two calls at once both
    /// end well where one answer admits.
    ///
    /// - Throws: ``AuthError/Code/superseded`` while a sign-in is in flight, and where a sign-out or another session came
    ///   before the answer.
    @discardableResult
    public func confirm() async throws(AuthError) -> AdmittedSession {
        try await confirm(refreshing: true)
    }

    /// A token that the server refuses is refreshed once, and the server asked again.
    private func confirm(refreshing: Bool) async throws(AuthError) -> AdmittedSession {
        let session: ProvisionalSession
        switch current {
        case .none: throw AuthError(.notSignedIn)
        case .active(let active): return active
        case .provisional(let provisional): session = provisional
        }
        guard attempt == nil else { throw AuthError(.superseded) }
        try await freshen(session.identity)
        guard attempt == nil, current.identity == session.identity else { throw AuthError(.superseded) }
        let confirmation = vault.beginConfirmation(of: session)
        confirmations.append(confirmation)
        defer { confirmations.removeAll { $0 === confirmation } }
        let ending = try readForConfirmation(session)
        let profile: AccountAnswer
        do throws(ServiceError) { profile = try await service.profile(of: session.account, token: ending.token) } catch
        {
            logger.warning("confirmation: \(error.code.description, privacy: .public)")
            guard current.identity == session.identity else { throw AuthError(.superseded) }
            if refreshing, error.code == .unauthorized,
                try await replaceRefused(ending.token, of: session.identity)
            {
                return try await confirm(refreshing: false)
            }
            end(session.identity, because: error)
            throw .service(error)
        }
        guard current.identity == session.identity else { throw AuthError(.superseded) }
        let admission: Admission
        do throws(WrongRole) { admission = try gate.admit(profile, in: confirmation) } catch {
            throw await reject(ending, of: session.identity, refusal: error)
        }
        // Another confirmation of this session may have been answered first.
        if case .active(let active) = current { return active }
        return try activate(session, by: admission, storing: profile)
    }

    private func readForConfirmation(_ session: ProvisionalSession) throws(AuthError) -> EndingSession {
        do throws(VaultError) { return try EndingSession(session, unsaved: unsaved) } catch {
            if error.code == .sessionEnded { leave(session.identity, because: .endedElsewhere) }
            throw .vault(error)
        }
    }

    private func activate(
        _ session: ProvisionalSession, by admission: consuming Admission, storing profile: borrowing AccountAnswer
    ) throws(AuthError) -> AdmittedSession {
        let confirmed: AdmittedSession
        do throws(VaultError) { confirmed = try vault.confirm(session, by: admission, storing: profile) } catch {
            if error.code == .sessionEnded { leave(session.identity, because: .endedElsewhere) }
            throw error.code == .attemptEnded ? AuthError(.superseded) : .vault(error)
        }
        endConfirmations()
        current = .active(confirmed)
        logger.notice("confirmed: \(confirmed.description, privacy: .public)")
        move(to: .active(confirmed))
        return confirmed
    }

    /// The gate refuses the current session's account: the session ends here and at the server, which is asked with the
    /// tokens that the session has by now, or else with those that the confirmation used.
    ///
    /// Nobody counts as signed in while that is under way.
    private func reject(_ ending: EndingSession, of identity: [UInt8], refusal: WrongRole) async -> AuthError {
        guard current.identity == identity else { return AuthError(.superseded) }
        let ending = newestEnding() ?? ending
        let local = current.end(as: ending)
        leave(identity, because: .refusedByServer)
        let report = await cleanUp(ending, local: local)
        logger.warning(
            "gate refused (\(refusal.description, privacy: .public)): \(report.description, privacy: .public)")
        if case .signedOut(.refusedByServer) = state { move(to: .rejected(report)) }
        return AuthError(.wrongRole, refusal: refusal, cleanup: report)
    }

    private func newestEnding() -> EndingSession? {
        do throws(VaultError) { return try EndingSession(current, unsaved: unsaved) } catch { return nil }
    }
}
