import SafeLogging
public import SessionVault

extension AuthCoordinator {
    /// Signs in on the credential's branch.
    ///
    /// One request, never retried. The account that the server returns passes the gate before anything is written; where
    /// the gate refuses, the session is logged out at the server before this throws.
    ///
    /// - Throws: ``AuthError``. Sessions of other accounts stay as they were.
    public func signIn(
        with credential: consuming Credential, extras: consuming SignInExtras = SignInExtras()
    ) async throws(AuthError) -> AdmittedSession {
        let branch = credential.branch
        if case .hidden(let reason) = availability(of: branch) { throw AuthError(.branchHidden, hidden: reason) }
        if let input = credential.malformedInput { throw AuthError(.invalidInput, input: input) }
        guard extras.hasChallenge || !configuration.challengedBranches.contains(branch) else {
            begin(via: branch)
            move(to: .challenged(branch))
            throw AuthError(.challengeMissing)
        }
        let attempt = begin(via: branch)
        move(to: .authenticating(branch))
        KnownSecrets.publish(credential.secret, as: .password)
        defer { KnownSecrets.withdraw(credential.secret) }
        let answer: SignInAnswer
        do throws(ServiceError) { answer = try await service.signIn(with: credential, extras: extras) } catch {
            logger.warning("sign-in via \(branch.description, privacy: .public): \(error.code.description, privacy: .public)")
            guard isCurrent(attempt) else { throw AuthError(.superseded) }
            end(attempt, otherwise: .signInFailed)
            throw .service(error)
        }
        answer.publish()
        guard isCurrent(attempt) else {
            let report = await cleanUp(EndingSession(answer, branch: attempt.branch), local: .notNeeded)
            logger.notice("late answer dropped: \(report.description, privacy: .public)")
            throw AuthError(.superseded, cleanup: report)
        }
        return try await admit(answer, in: attempt)
    }

    /// After ``AuthState/rejected(_:)``: goes back to the session that was there before, or to signed out.
    public func acknowledgeRejection() {
        guard case .rejected = state else { return }
        settle(otherwise: .signInFailed)
    }

    @discardableResult
    func begin(via branch: SignInBranch) -> Attempt {
        attempt?.end()
        let attempt = vault.beginAttempt(via: branch)
        self.attempt = attempt
        return attempt
    }

    func isCurrent(_ attempt: Attempt) -> Bool {
        attempt.isLive && self.attempt === attempt
    }

    func end(_ attempt: Attempt, otherwise reason: SignedOutReason) {
        attempt.end()
        guard self.attempt === attempt else { return }
        self.attempt = nil
        settle(otherwise: reason)
    }

    private func admit(_ answer: borrowing SignInAnswer, in attempt: Attempt) async throws(AuthError)
        -> AdmittedSession
    {
        let admission: Admission
        do throws(WrongRole) { admission = try gate.admit(answer, in: attempt) } catch {
            throw await reject(EndingSession(answer, branch: attempt.branch), refusal: error, attempt: attempt)
        }
        let previous = configuration.keepsOtherAccounts ? nil : EndingSession(ofOther: current, than: answer)
        let session: AdmittedSession
        do throws(VaultError) {
            session = try vault.admit(
                admission, storing: answer, removingOthers: !configuration.keepsOtherAccounts)
        } catch {
            end(attempt, otherwise: .signInFailed)
            let report = await cleanUp(EndingSession(answer, branch: attempt.branch), local: .notNeeded)
            logger.error("session not stored: \(error.code.description, privacy: .public)")
            throw AuthError(.vault, cleanup: report, vault: error)
        }
        current = .active(session)
        self.attempt = nil
        move(to: .active(session))
        if let previous {
            Task { _ = await cleanUp(previous, local: .done) }
        }
        return session
    }

    /// The gate refused: ends the session at the server, and removes what this account had on disk. Whatever another
    /// account has stays.
    func reject(_ rejected: EndingSession, refusal: WrongRole, attempt: Attempt) async -> AuthError {
        attempt.end()
        let local = removeLocally(rejected.account)
        if current.account == rejected.account { current = .none }
        let report = await cleanUp(rejected, local: local)
        logger.warning(
            "gate refused (\(refusal.description, privacy: .public)): \(report.description, privacy: .public)")
        if self.attempt === attempt {
            self.attempt = nil
            move(to: .rejected(report))
        }
        return AuthError(.wrongRole, refusal: refusal, cleanup: report)
    }

    private func removeLocally(_ account: AccountID) -> CleanupOutcome {
        do throws(VaultError) {
            guard try vault.hasRecords(of: account) else { return .notNeeded }
            try vault.remove(account)
            return .done
        } catch { return .failed(.vault(error.code)) }
    }
}
