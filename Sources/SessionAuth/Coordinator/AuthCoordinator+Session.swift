import SafeLogging
public import Sealing
public import SessionVault

extension AuthCoordinator {
    /// Takes up a session from disk: the account's, or without one the only one there is of this server.
    ///
    /// It is provisional until the server settles it. A session that is taken up already stays as it is.
    ///
    /// A session belongs to the server that it is from, by address: where the client was given another address, the sessions
    /// from before stay in the vault and are not taken up, so that no token goes to a server that did not issue it.
    ///
    /// - Returns: nil where there is none, or more than one and no account was named; nothing changes then.
    /// - Throws: ``AuthError/Code/vault``, and nothing changes; a vault that is locked or damaged is never taken for
    ///   "signed out".
    public func restore(_ account: AccountID? = nil) throws(AuthError) -> ProvisionalSession? {
        let found: ProvisionalSession?
        do throws(VaultError) { found = try stored(account) } catch { throw .vault(error) }
        guard let found else {
            finishLogoutsOnce()
            if let identity = current.identity, current.hasEnded { leave(identity, because: .endedElsewhere) }
            return nil
        }
        guard found.identity != current.identity else { return found }
        storeUnsaved()
        supersede()
        finishLogoutsOnce()
        current = .provisional(found)
        unsaved = nil
        move(to: .provisional(found))
        return found
    }

    /// Signs out: here at once and in any case, then at the server.
    ///
    /// - Returns: what became of each part. Where the server could not be reached, its part says so, and the session is
    ///   gone from this machine all the same.
    @discardableResult
    public func signOut() async -> CleanupReport {
        supersede()
        let leaving = current
        let waiting = unsaved.take()
        current = .none
        guard let branch = leaving.branch else {
            move(to: .signedOut(.bySignOut))
            return .nothing
        }
        var ending: EndingSession?
        var fault: VaultError?
        do throws(VaultError) { ending = try EndingSession(leaving, unsaved: waiting) } catch { fault = error }
        let local = ending.map { leaving.end(as: $0) } ?? leaving.remove()
        move(to: .signedOut(.bySignOut))
        let report: CleanupReport
        if let ending {
            report = await cleanUp(ending, local: local)
        } else if let fault, fault.code != .sessionEnded {
            report = await self.report(unreadable: fault.code, branch: branch, local: local)
        } else {
            report = .nothing
        }
        logger.notice("signed out: \(report.description, privacy: .public)")
        return report
    }

    /// Runs one request with the current session's token.
    ///
    /// The token is lent to this one request; one that is about to end is refreshed before. Where the server answers 401
    /// and there is a refresh token, the token is refreshed and the request made once more. Where it answers 401 or 403
    /// then, the session that made the request ends here, and a session that has been admitted meanwhile does not.
    ///
    /// This is all that refreshes: nothing runs in the background, and a token that is taken from the session itself is
    /// lent as it is. The request runs where the caller does, such as on the main actor.
    ///
    /// - Throws: ``AuthError/Code/superseded`` where the session ended before the answer came, which is dropped then.
    public nonisolated func perform<R: ~Copyable & Sendable>(
        _ request: (borrowing SecretBytes) async throws(ServiceError) -> R
    ) async throws(AuthError) -> R {
        let identity = try await currentIdentity()
        try await freshen(identity)
        let token = try await token(of: identity)
        switch await attempt(request, with: token) {
        case .success(let answer): return try await settled(answer, identity)
        case .failure(let error):
            guard error.code == .unauthorized, try await replaceRefused(token, of: identity) else {
                await end(identity, because: error)
                throw .service(error)
            }
        }
        switch await attempt(request, with: try await self.token(of: identity)) {
        case .success(let answer): return try await settled(answer, identity)
        case .failure(let error):
            await end(identity, because: error)
            throw .service(error)
        }
    }

    private func currentIdentity() throws(AuthError) -> [UInt8] {
        guard let identity = current.identity else { throw AuthError(.notSignedIn) }
        return identity
    }

    private nonisolated func attempt<R: ~Copyable & Sendable>(
        _ request: (borrowing SecretBytes) async throws(ServiceError) -> R, with token: borrowing SecretBytes
    ) async -> Result<R, ServiceError> {
        do throws(ServiceError) { return .success(try await request(token)) } catch { return .failure(error) }
    }

    /// Ends the session where an answer is the server's definite word on it; it goes from this machine, unless another
    /// has taken its place.
    func end(_ identity: [UInt8], because error: ServiceError) {
        guard error.code == .unauthorized || error.code == .forbidden, current.identity == identity else { return }
        // A token that was refused can't log itself out; one that may not do what it asked for is still good.
        let ending = error.code == .forbidden ? try? EndingSession(current, unsaved: unsaved) : nil
        let local = ending.map { current.end(as: $0) } ?? current.remove()
        logger.warning(
            "ended by the server: \(error.code.description, privacy: .public); here: \(local.description, privacy: .public)"
        )
        leave(identity, because: .refusedByServer)
        guard let ending else { return }
        Task(executorPreference: executors.tasks) {
            let report = await self.cleanUp(ending, local: local)
            self.logger.notice("ended session: \(report.description, privacy: .public)")
        }
    }

    private func stored(_ account: AccountID?) throws(VaultError) -> ProvisionalSession? {
        if let account {
            return account.realm == service.realm ? try vault.restore(account) : nil
        }
        let sessions = try vault.sessions().filter { $0.account.realm == service.realm }
        return sessions.count == 1 ? sessions.first : nil
    }
}
