import SessionVault

extension AuthCoordinator {
    /// Ends a session everywhere but here.
    ///
    /// Each part has its own time, and the task that asked may be cancelled without stopping them.
    ///
    /// - Parameter endsProvider: whether the identity provider's session goes too; it is another's by now where the session
    ///   was replaced or ended earlier.
    func cleanUp(
        _ ending: EndingSession, local: CleanupOutcome, endsProvider: Bool = true
    ) async -> CleanupReport {
        let work = Task(executorPreference: executors.tasks) { [service] in
            async let provider = endsProvider ? self.endAtProvider(ending.branch) : .notNeeded
            let serverLogout = await self.bounded { () async throws(ServiceError) in
                try await service.logOut(token: ending.token, withdrawing: ending.notification)
                return ending.notificationFault.map { .failed(.vault($0)) } ?? .done
            }
            let revocation = await self.bounded { () async throws(ServiceError) in try await service.revoke(ending) }
            return CleanupReport(
                serverLogout: serverLogout, providerCleanup: await provider, revocation: revocation,
                localCleanup: local)
        }
        if let kept = ending.kept { endingNow.insert(kept) }
        let report = await work.value
        if let kept = ending.kept {
            endingNow.remove(kept)
            if report.isSettled { forget(ending.account, kept) }
        }
        return report
    }

    /// The report on a session whose token can't be read: nothing can be asked of the server.
    func report(unreadable code: VaultError.Code, branch: SignInBranch, local: CleanupOutcome) async -> CleanupReport {
        CleanupReport(
            serverLogout: .failed(.vault(code)), providerCleanup: await endAtProvider(branch),
            revocation: .failed(.vault(code)), localCleanup: local)
    }

    private nonisolated func endAtProvider(_ branch: SignInBranch) async -> CleanupOutcome {
        guard let endProviderSession, branch.hasProvider else { return .notNeeded }
        return await bounded { () async throws(ServiceError) in
            await endProviderSession(branch) ? .done : .failed(.provider)
        }
    }

    /// Runs one part of a cleanup for at most the configured time.
    ///
    /// A part that does not heed its cancellation is left behind.
    private nonisolated func bounded(
        _ part: @escaping @Sendable () async throws(ServiceError) -> CleanupOutcome
    ) async -> CleanupOutcome {
        let first = FirstOutcome()
        let work = Task.detached(executorPreference: executors.tasks) {
            do throws(ServiceError) { first.settle(try await part()) } catch {
                first.settle(error.code == .timedOut ? .timedOut : .failed(.service(error.code)))
            }
        }
        let timer = Task.detached(executorPreference: executors.tasks) { [clock, configuration] in
            try? await clock.sleep(for: configuration.cleanupTimeout)
            first.settle(.timedOut)
        }
        let outcome = await first.wait()
        work.cancel()
        timer.cancel()
        return outcome
    }
}

extension AuthService {
    /// Revokes the refresh token first: it would outlive the other.
    fileprivate func revoke(_ ending: EndingSession) async throws(ServiceError) -> CleanupOutcome {
        var isRevoked = false
        switch ending.refreshToken {
        case .some(let token): isRevoked = try await revoke(refreshToken: token, of: ending.account)
        case .none: break
        }
        let isAccessRevoked = try await revoke(token: ending.token, of: ending.account)
        return isRevoked || isAccessRevoked ? .done : .notNeeded
    }
}

extension SignInBranch {
    /// Tells whether an identity provider has a session of its own on this branch.
    fileprivate var hasProvider: Bool {
        switch self {
        case .google, .apple, .facebook, .openID: true
        case .emailPassword, .cellphonePassword, .emailCode, .cellphoneCode, .deviceCode, .deviceGrant: false
        }
    }
}
