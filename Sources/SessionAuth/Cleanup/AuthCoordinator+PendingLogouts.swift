import SafeLogging
import Sealing
import SessionVault

extension AuthCoordinator {
    /// Asks the server for the logouts that it could not be asked for when the sessions ended, or that a crash cut off.
    ///
    /// The vault keeps, sealed, what each takes: of at most 16 sessions, for a week. ``restore(_:)`` begins this once by
    /// itself; a program that ends soon afterwards waits for it here.
    ///
    /// - Parameter limit: no further session is begun with after that time; what is left waits for the next start.
    /// - Returns: what became of each.
    @discardableResult
    public func finishLogouts(within limit: Duration = .seconds(3_600)) async -> [CleanupReport] {
        hasFinishedLogouts = true
        let keys: [PendingLogout.Key]
        do throws(VaultError) { keys = try vault.pendingLogouts(realm: service.realm, at: now()) } catch { return [] }
        var reports: [CleanupReport] = []
        let elapsed = stopwatch(on: clock)
        for key in keys where !endingNow.contains(key.session) {
            guard elapsed() < limit else { break }
            guard let ending = readPending(key) else { continue }
            let report = await cleanUp(ending, local: .notNeeded)
            logger.notice("a logout of an earlier run: \(report.description, privacy: .public)")
            reports.append(report)
        }
        return reports
    }

    func finishLogoutsOnce() {
        guard !hasFinishedLogouts else { return }
        hasFinishedLogouts = true
        Task(executorPreference: executors.tasks) { await self.finishLogouts() }
    }

    func forget(_ account: AccountID, _ session: [UInt8]) {
        do throws(VaultError) { try vault.settleLogout(of: account, session: session) } catch {
            logger.warning("a logout that is done is still noted: \(error.code.description, privacy: .public)")
        }
    }

    /// Reads what a logout needs, or returns nil where there is nothing to do or it can't be read.
    ///
    /// Where a server gave the same token again, a session that goes on has it.
    private func readPending(_ key: PendingLogout.Key) -> EndingSession? {
        do throws(VaultError) {
            guard let pending = try vault.pendingLogout(key) else { return nil }
            var isPushInUse = false
            for session in try vault.sessions() {
                let tokens = try session.readTokens()
                if tokens.access.equals(pending.access) {
                    forget(key.account, key.session)
                    return nil
                }
                if pending.notification.isSame(as: try session.readNotification()) { isPushInUse = true }
            }
            return EndingSession(pending, key, isPushInUse: isPushInUse)
        } catch {
            logger.warning("a logout can't be read: \(error.code.description, privacy: .public)")
            return nil
        }
    }
}

private func stopwatch<C: Clock<Duration>>(on clock: C) -> () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
}

extension CleanupReport {
    /// Tells whether asking once more is of no use: the session is over at the server, or it gave a definite answer.
    package var isSettled: Bool {
        if revocation == .done { return true }
        switch serverLogout {
        case .done, .notNeeded: return true
        case .timedOut: return false
        case .failed(.service(let code)):
            return [.unauthorized, .forbidden, .refused, .unsupported, .invalidInput, .badAddress].contains(code)
        case .failed: return true
        }
    }
}
