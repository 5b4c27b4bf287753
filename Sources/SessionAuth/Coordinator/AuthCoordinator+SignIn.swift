import SafeLogging
import Sealing
public import SessionVault

extension AuthCoordinator {
    /// Signs in on the credential's branch.
    ///
    /// One request, never retried. The account that the server returns passes the gate before anything is written; where
    /// the gate refuses, the session is logged out at the server before this throws.
    ///
    /// - Throws: ``AuthError``. Sessions of other accounts stay as they were.
    @discardableResult
    public func signIn(
        with credential: consuming Credential, extras: consuming SignInExtras = SignInExtras()
    ) async throws(AuthError) -> AdmittedSession {
        let branch = credential.branch
        try check(credential, extras)
        let attempt = begin(via: branch)
        move(to: .authenticating(branch))
        credential.publish()
        extras.publish()
        defer {
            credential.withdraw()
            extras.withdraw()
        }
        let answer: SignInAnswer
        do throws(ServiceError) { answer = try await service.signIn(with: credential, extras: extras) } catch {
            note(branch, error.code.description)
            guard isCurrent(attempt) else { throw AuthError(.superseded) }
            fail(attempt, because: error)
            throw .service(error)
        }
        answer.publish()
        guard isCurrent(attempt) else { throw await drop(answer, of: attempt, because: AuthError(.superseded)) }
        guard !Task.isCancelled else {
            end(attempt, otherwise: .signInFailed)
            throw await drop(answer, of: attempt, because: .service(ServiceError(.cancelled)))
        }
        guard answer.profile.account.realm == service.realm else {
            end(attempt, otherwise: .signInFailed)
            throw await drop(answer, of: attempt, because: .service(ServiceError(.invalidAnswer)))
        }
        return try await admit(answer, in: attempt)
    }

    /// After ``AuthState/rejected(_:)`` or ``AuthState/challenged(_:)``: goes back to the session that was there before,
    /// or to signed out.
    public func acknowledgeRejection() {
        switch state {
        case .rejected, .challenged: settle(otherwise: .signInFailed)
        case .signedOut, .authenticating, .provisional, .active, .unsaved: break
        }
    }

    private func note(_ branch: SignInBranch, _ failure: String) {
        logger.warning("sign-in via \(branch.description, privacy: .public) failed: \(failure, privacy: .public)")
    }

    /// Refuses what must not be sent.
    private func check(_ credential: borrowing Credential, _ extras: borrowing SignInExtras) throws(AuthError) {
        let branch = credential.branch
        if case .hidden(let reason) = availability(of: branch) {
            note(branch, reason.description)
            throw AuthError(.branchHidden, hidden: reason)
        }
        if let input = credential.malformedInput ?? extras.malformedInput {
            throw AuthError(.invalidInput, input: input)
        }
        guard vault.isUnlocked else { throw .vault(VaultError(.locked, path: vault.path)) }
        guard extras.hasChallenge || !configuration.challengedBranches.contains(branch) else {
            supersede()
            move(to: .challenged(branch))
            throw AuthError(.challengeMissing)
        }
    }

    private func begin(via branch: SignInBranch) -> Attempt {
        supersede()
        let attempt = vault.beginAttempt(via: branch)
        self.attempt = attempt
        return attempt
    }

    private func isCurrent(_ attempt: Attempt) -> Bool {
        attempt.isLive && self.attempt === attempt
    }

    private func end(_ attempt: Attempt, otherwise reason: SignedOutReason) {
        attempt.end()
        self.attempt = nil
        settle(otherwise: reason)
    }

    private func fail(_ attempt: Attempt, because error: ServiceError) {
        guard error.code == .challengeRefused else { return end(attempt, otherwise: .signInFailed) }
        attempt.end()
        self.attempt = nil
        move(to: .challenged(attempt.branch))
    }

    /// Logs out at the server what came with an answer that nobody waits for any more.
    private func drop(
        _ answer: borrowing SignInAnswer, of attempt: Attempt, because error: AuthError
    ) async -> AuthError {
        // A server may give the same token twice; the session that has it now goes on.
        guard !current.holds(answer.tokens.access) else { return error }
        let report = await cleanUp(
            EndingSession(answer, branch: attempt.branch, beside: current), local: .notNeeded)
        logger.notice("answer dropped: \(report.description, privacy: .public)")
        return error.reporting(report)
    }

    private func admit(_ answer: borrowing SignInAnswer, in attempt: Attempt) async throws(AuthError)
        -> AdmittedSession
    {
        // Whatever is awaited, a call of one's own included, may let others go first.
        guard isCurrent(attempt) else { throw await drop(answer, of: attempt, because: AuthError(.superseded)) }
        let admission: Admission
        do throws(WrongRole) { admission = try gate.admit(answer, in: attempt) } catch {
            throw await reject(answer, refusal: error, attempt: attempt)
        }
        storeUnsaved()
        let replaced = sessions(replacedBy: answer) { [configuration] account in
            account == answer.profile.account || !configuration.keepsOtherAccounts
        }
        let session: AdmittedSession
        do throws(VaultError) {
            session = try vault.admit(
                admission, storing: answer, removingOthers: !configuration.keepsOtherAccounts,
                keepingLogouts: true)
        } catch {
            logger.error("session not stored: \(error.code.description, privacy: .public)")
            end(attempt, otherwise: .signInFailed)
            throw await drop(answer, of: attempt, because: .vault(error))
        }
        self.attempt = nil
        current = .active(session)
        unsaved = nil
        logger.notice("admitted: \(session.description, privacy: .public)")
        move(to: .active(session))
        endAtServer(replaced)
        return session
    }

    /// The gate refused: ends the session at the server, and removes what this account had on disk.
    ///
    /// Whatever another account has stays.
    private func reject(
        _ answer: borrowing SignInAnswer, refusal: WrongRole, attempt: Attempt
    ) async -> AuthError {
        guard isCurrent(attempt) else { return await drop(answer, of: attempt, because: AuthError(.superseded)) }
        attempt.end()
        let account = answer.profile.account
        let earlier = sessions(replacedBy: answer, where: { $0 == account })
        if current.account == account {
            current = .none
            unsaved = nil
        }
        let local = removeLocally(account, successor: answer.notification)
        endAtServer(earlier)
        let report = await cleanUp(EndingSession(answer, branch: attempt.branch, beside: .none), local: local)
        logger.warning(
            "gate refused (\(refusal.description, privacy: .public)): \(report.description, privacy: .public)")
        if self.attempt === attempt {
            self.attempt = nil
            move(to: .rejected(report))
        }
        return AuthError(.wrongRole, refusal: refusal, cleanup: report)
    }

    /// The sessions at this server that are in the vault and are about to go from it, as far as they can be read.
    ///
    /// A server may give the same token twice: what `answer` has goes on.
    private func sessions(
        replacedBy answer: borrowing SignInAnswer, where isReplaced: (AccountID) -> Bool
    ) -> [EndingSession] {
        guard let sessions = try? vault.sessions() else { return [] }
        var endings: [EndingSession] = []
        for session in sessions where session.account.realm == service.realm && isReplaced(session.account) {
            do throws(VaultError) {
                let ending = try EndingSession(
                    session, before: answer.notification, unsaved: unsaved)
                if !answer.tokens.shares(ending.token, ending.refreshToken) { endings.append(ending) }
            } catch {
                logger.warning("an older session can't be ended: \(error.code.description, privacy: .public)")
            }
        }
        return endings
    }

    /// Ends sessions at the server that are gone here; nobody waits for it.
    private func endAtServer(_ endings: [EndingSession]) {
        for ending in endings {
            Task(executorPreference: executors.tasks) {
                let report = await self.cleanUp(ending, local: .done, endsProvider: false)
                self.logger.notice("replaced session ended: \(report.description, privacy: .public)")
            }
        }
    }

    private func removeLocally(
        _ account: AccountID, successor: borrowing NotificationIdentity?
    ) -> CleanupOutcome {
        do throws(VaultError) {
            guard try vault.hasRecords(of: account) else { return .notNeeded }
            try vault.end(account, successor: successor)
            return .done
        } catch { return .failed(.vault(error.code)) }
    }
}
