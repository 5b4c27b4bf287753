import SafeLogging
import Sealing
import SessionVault

extension AuthCoordinator {
    /// Makes sure that the session's token is good for a while, where that can be told.
    ///
    /// - Throws: where the token is of no use any more and could not be refreshed.
    func freshen(_ identity: [UInt8]) async throws(AuthError) {
        // What is being spent is not written: its successor is, when it comes.
        if refreshing?.identity != identity { saveUnsaved() }
        guard let refresh = current.refresh, current.identity == identity else { return }
        let (isDue, isOver) = try dueness(of: refresh, identity)
        guard isDue else { return }
        if let error = pause.error(at: now()) {
            if isOver { throw error }
            return
        }
        switch await joinRefresh(identity, refused: nil) {
        case .fresh, .impossible: return
        case .failed(let error): if isOver { throw error }
        case .ended: throw AuthError(.notSignedIn)
        }
    }

    /// Gets another token in the place of one that the server refused.
    ///
    /// - Returns: false where this session has no other, so that the refusal ends it.
    /// - Throws: where that could not be settled; the session stays.
    func replaceRefused(_ token: borrowing SecretBytes, of identity: [UInt8]) async throws(AuthError) -> Bool {
        guard current.identity == identity, hasRefreshToken else { return false }
        if let unsaved, unsaved.identity == identity {
            guard unsaved.tokens.access.equals(token) else { return true }
            if !unsaved.tokens.hasRefreshToken, case .unsaved(let error) = state { throw .vault(error) }
        }
        switch await joinRefresh(identity, refused: token.copy()) {
        case .fresh: return true
        case .impossible: return false
        case .failed(let error): throw error
        case .ended: throw AuthError(.notSignedIn)
        }
    }

    /// The token to make a request with.
    func token(of identity: [UInt8]) throws(AuthError) -> SecretBytes {
        guard current.identity == identity else { throw AuthError(.superseded) }
        if let unsaved, unsaved.identity == identity { return unsaved.tokens.access.copy() }
        do throws(VaultError) {
            guard let token = try current.accessToken?.copy() else { throw VaultError(.sessionEnded) }
            return token
        } catch {
            if error.code == .sessionEnded { leave(identity, because: .endedElsewhere) }
            throw .vault(error)
        }
    }

    /// Passes an answer on, unless its session has ended meanwhile.
    func settled<R: ~Copyable & Sendable>(_ answer: consuming R, _ identity: [UInt8]) throws(AuthError) -> R {
        guard current.identity == identity else { throw AuthError(.superseded) }
        return answer
    }

    private var hasRefreshToken: Bool {
        guard let refresh = current.refresh else { return false }
        do throws(VaultError) {
            let state = try refresh.read()
            return state.tokens.hasRefreshToken
        } catch { return true }
    }

    private func dueness(of refresh: SessionRefresh, _ identity: [UInt8]) throws(AuthError)
        -> (isDue: Bool, isOver: Bool)
    {
        if let unsaved, unsaved.identity == identity { return dueness(of: unsaved) }
        do throws(VaultError) {
            let state = try refresh.read()
            guard state.tokens.hasRefreshToken else { return (false, false) }
            let policy = RefreshPolicy(margin: configuration.refreshMargin)
            let expiry = state.tokens.expiry
            return (
                policy.isDue(expiry: expiry, obtained: state.obtained, now: now()),
                expiry.isOver(at: now())
            )
        } catch {
            if error.code == .sessionEnded { leave(identity, because: .endedElsewhere) }
            throw .vault(error)
        }
    }

    /// Waits for the refresh in flight, or begins one.
    private func joinRefresh(_ identity: [UInt8], refused: consuming SecretBytes?) async -> RefreshOutcome {
        if let refreshing, refreshing.identity == identity { return await refreshing.flight.value }
        guard current.identity == identity, let refresh = current.refresh, let account = current.account else {
            return .ended
        }
        let run = RefreshRun(refresh: refresh, account: account, identity: identity, refused: refused)
        let waiting = unsaved?.identity == identity ? unsaved : nil
        let flight = Task(executorPreference: executors.tasks) {
            let outcome = if let waiting { await self.refresh(waiting, run) } else { await self.decide(run) }
            await self.note(outcome)
            return outcome
        }
        refreshing = (identity, flight)
        let outcome = await flight.value
        if refreshing?.identity == identity { refreshing = nil }
        return outcome
    }

    private func note(_ outcome: RefreshOutcome) {
        switch outcome {
        case .fresh: pause.end()
        case .failed(let error): pause.begin(at: now(), because: error)
        case .impossible, .ended: break
        }
    }

    /// Everything is decided under the lock, on what the store says then.
    private func decide(_ run: RefreshRun) async -> RefreshOutcome {
        do throws(VaultError) {
            let lock = try await lock(run)
            defer { withExtendedLifetime(lock) {} }
            let state = try run.refresh.read()
            guard run.needsRefresh(state, RefreshPolicy(margin: configuration.refreshMargin), now: now()) else {
                return .fresh
            }
            guard state.tokens.hasRefreshToken else { return .impossible }
            if state.doubt != .none, let outcome = try await settleDoubt(run, state) { return outcome }
            try run.refresh.begin(version: state.version)
            return try await spend(run, state, lock)
        } catch {
            if error.code == .sessionEnded {
                leave(run.identity, because: .endedElsewhere)
                return .ended
            }
            return .failed(.vault(error))
        }
    }

    /// Another task or process that has the lock is refreshing: what it leaves in the store is read afterwards.
    private func lock(_ run: RefreshRun) async throws(VaultError) -> RefreshLock {
        for _ in 0..<Self.lockAttempts {
            if let lock = try run.refresh.tryLock() { return lock }
            do { try await clock.sleep(for: Self.lockPause) } catch { break }
        }
        throw VaultError(.busy)
    }

    private static let lockPause = Duration.milliseconds(20)
    /// A minute: longer than any request may take.
    private static let lockAttempts = 3_000

    /// Somebody may have spent the token and not lived to store the new one: the server is asked, since a token that is spent
    /// twice looks stolen.
    ///
    /// Returns nil where it may be spent: the server says that it is unspent, or nothing but spending it is left.
    private func settleDoubt(_ run: RefreshRun, _ state: borrowing SessionRefresh.Current) async throws(VaultError)
        -> RefreshOutcome?
    {
        if state.doubt == .begun { try run.refresh.doubt(version: state.version) }
        logger.warning("a refresh was cut off; whether its token is spent is asked of the server")
        let answer: Bool?
        do throws(ServiceError) { answer = try await isActive(state.tokens, run.account) } catch {
            return .failed(.service(error))
        }
        switch answer {
        case true?: return nil
        case false?: return isUsable(state, run) ? .failed(AuthError(.refreshInDoubt)) : end(run, because: .refreshLost)
        case nil: return isUsable(state, run) ? .failed(AuthError(.refreshInDoubt)) : nil
        }
    }

    private func isUsable(_ state: borrowing SessionRefresh.Current, _ run: RefreshRun) -> Bool {
        run.refused == nil && !state.tokens.expiry.isOver(at: now())
    }

    private func isActive(_ tokens: borrowing TokenSet, _ account: AccountID) async throws(ServiceError) -> Bool? {
        switch tokens.refresh {
        case .some(let token): try await service.isActive(refreshToken: token, of: account)
        case .none: nil
        }
    }

    /// Spends the refresh token, once.
    private func spend(
        _ run: RefreshRun, _ state: borrowing SessionRefresh.Current, _ lock: RefreshLock
    ) async throws(VaultError) -> RefreshOutcome {
        let answer: TokenSet
        do throws(ServiceError) { answer = try await service.refresh(state.tokens, of: run.account) } catch {
            logger.warning("refresh: \(error.code.description, privacy: .public)")
            guard error.code != .unauthorized else {
                // Somebody who does not take the lock may have replaced it.
                let now = try run.refresh.read()
                return now.version == state.version ? end(run, because: .refreshRefused) : .fresh
            }
            if error.leavesTokenUnspent { try run.refresh.abandon(version: state.version) }
            return .failed(.service(error))
        }
        return await keep(answer, run, lock)
    }

    /// Makes the new tokens durable; where that fails, they are used from memory, and the lock stays taken: to everybody else
    /// the token in the store is spent.
    private func keep(_ answer: consuming TokenSet, _ run: RefreshRun, _ lock: RefreshLock) async -> RefreshOutcome {
        do throws(VaultError) { try run.refresh.store(answer, at: now()) } catch {
            guard error.code != .sessionEnded, current.identity == run.identity else {
                await discard(answer, run.account)
                leave(run.identity, because: .endedElsewhere)
                return .ended
            }
            logger.error("refreshed tokens not stored: \(error.code.description, privacy: .public)")
            unsaved = UnsavedTokens(answer, of: run.identity, obtained: now(), lock: lock)
            move(to: .unsaved(error))
            return .fresh
        }
        logger.info("refreshed")
        return .fresh
    }

    /// Tokens that came for a session which was signed out meanwhile are of no use to anybody.
    func discard(_ tokens: borrowing TokenSet, _ account: AccountID) async {
        let ending = EndingSession(tokens, of: account)
        let report = await cleanUp(ending, local: .notNeeded)
        logger.notice("refreshed tokens of an ended session dropped: \(report.description, privacy: .public)")
    }

    private func end(_ run: RefreshRun, because reason: SignedOutReason) -> RefreshOutcome {
        end(run.identity, because: reason)
    }

    func end(_ identity: [UInt8], because reason: SignedOutReason) -> RefreshOutcome {
        guard current.identity == identity else { return .ended }
        let local = current.remove()
        logger.warning("\(reason.description, privacy: .public); here: \(local.description, privacy: .public)")
        leave(identity, because: reason)
        return .ended
    }
}
