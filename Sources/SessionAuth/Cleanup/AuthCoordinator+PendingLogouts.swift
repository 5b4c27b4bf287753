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
        do throws(VaultError) { try vault.forgetExpiredLogouts(at: now()) } catch {
            logger.warning("logouts that nobody tries any more stay: \(error.code.description, privacy: .public)")
        }
        do throws(VaultError) { keys = try vault.pendingLogouts(realm: service.realm, at: now()) } catch { return [] }
        var reports: [CleanupReport] = []
        let elapsed = stopwatch(on: clock)
        for key in keys where !endingNow.contains(key.session) {
            guard elapsed() < limit else { break }
            guard let ending = readPending(key) else { continue }
            let report = await cleanUp(ending, local: .notNeeded, endsProvider: false)
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
                // One that can't be read says nothing about the others, nor does it keep a logout from its server.
                do throws(VaultError) {
                    if try session.readTokens().shares(pending.access, pending.refresh) {
                        forget(key.account, key.session)
                        return nil
                    }
                    if pending.notification.isSame(as: try session.readNotification()) { isPushInUse = true }
                } catch { logger.warning("a session can't be read: \(error.code.description, privacy: .public)") }
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

extension CleanupOutcome {
    fileprivate var isDefinite: Bool {
        switch self {
        case .done, .notNeeded: true
        case .timedOut: false
        case .failed(.service(let code)):
            [.unauthorized, .forbidden, .refused, .unsupported, .invalidInput, .badAddress, .stillAccepted].contains(
                code)
        case .failed: true
        }
    }
}

extension CleanupReport {
    /// Tells whether asking once more is of no use: the session is over at the server, or it gave a definite answer.
    ///
    /// One token may be over and the other not: an OAuth server ends each by itself.
    package var isSettled: Bool {
        revocation == .done || (serverLogout.isDefinite && revocation.isDefinite)
    }
}
