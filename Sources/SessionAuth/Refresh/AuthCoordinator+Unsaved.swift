import SafeLogging
import Sealing
import SessionVault

/// What becomes of tokens that the vault could not take: they are used from memory, refreshed there, and written when that
/// works.
extension AuthCoordinator {
    /// Writes tokens that the vault could not take before.
    func saveUnsaved() {
        guard let waiting = unsaved, let refresh = current.refresh, current.identity == waiting.identity else { return }
        do throws(VaultError) { try refresh.store(waiting.tokens, at: waiting.obtained) } catch {
            if error.code == .sessionEnded { leave(waiting.identity, because: .endedElsewhere) }
            return
        }
        unsaved = nil
        settle(otherwise: .endedElsewhere)
    }

    /// Writes such tokens before another session takes their session's place, if that works by now.
    func storeUnsaved() {
        guard let waiting = unsaved, let refresh = current.refresh, current.identity == waiting.identity else { return }
        do throws(VaultError) {
            try refresh.store(waiting.tokens, at: waiting.obtained)
            unsaved = nil
        } catch { logger.warning("tokens are still unsaved: \(error.code.description, privacy: .public)") }
    }

    func dueness(of waiting: UnsavedTokens) -> (isDue: Bool, isOver: Bool) {
        guard waiting.tokens.hasRefreshToken else { return (false, false) }
        let policy = RefreshPolicy(margin: configuration.refreshMargin)
        let expiry = waiting.tokens.expiry
        return (
            policy.isDue(expiry: expiry, obtained: waiting.obtained, now: now()), expiry.isOver(at: now())
        )
    }

    /// Spends a refresh token that is in memory alone.
    ///
    /// Nobody else has it, and to everybody else the stored one is in doubt, so there is nothing to note before. A token
    /// that may be spent is asked about first, as a stored one is.
    func refresh(_ waiting: UnsavedTokens, _ run: RefreshRun) async -> RefreshOutcome {
        guard unsaved === waiting else { return .fresh }
        if waiting.isInDoubt, let outcome = await settleDoubt(of: waiting, run) { return outcome }
        let answer: TokenSet
        do throws(ServiceError) { answer = try await service.refresh(waiting.tokens, of: run.account) } catch {
            logger.warning("refresh of unsaved tokens: \(error.code.description, privacy: .public)")
            guard error.code != .unauthorized else { return end(waiting.identity, because: .refreshRefused) }
            if !error.leavesTokenUnspent, unsaved === waiting { unsaved = waiting.doubted() }
            return .failed(.service(error))
        }
        guard current.identity == waiting.identity, unsaved === waiting else {
            await discard(answer, run.account)
            return .ended
        }
        unsaved = waiting.replaced(by: answer, at: now())
        logger.info("refreshed in memory")
        saveUnsaved()
        return .fresh
    }

    /// Returns nil where the token may be spent.
    private func settleDoubt(of waiting: UnsavedTokens, _ run: RefreshRun) async -> RefreshOutcome? {
        let answer: Bool?
        do throws(ServiceError) {
            switch waiting.tokens.refresh {
            case .some(let token): answer = try await service.isActive(refreshToken: token, of: run.account)
            case .none: answer = nil
            }
        } catch { return .failed(.service(error)) }
        let isUsable = run.refused == nil && !waiting.tokens.expiry.isOver(at: now())
        switch answer {
        case true?: return nil
        case false?:
            return isUsable ? .failed(AuthError(.refreshInDoubt)) : end(waiting.identity, because: .refreshLost)
        case nil: return isUsable ? .failed(AuthError(.refreshInDoubt)) : nil
        }
    }
}
