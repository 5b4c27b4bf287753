import SessionVault

extension AuthCoordinator {
    /// Ends a session everywhere but here. Each part has its own time, and the task that asked may be cancelled without
    /// stopping them.
    func cleanUp(_ ending: EndingSession, local: CleanupOutcome) async -> CleanupReport {
        let work = Task { [service, endProviderSession] in
            async let logout = bounded { () async throws(ServiceError) in
                try await service.logOut(token: ending.token, withdrawing: ending.notification)
                return .done
            }
            async let provider = bounded { () async throws(ServiceError) in
                guard let endProviderSession, let branch = ending.branch, branch.hasProvider else { return .notNeeded }
                return await endProviderSession(branch) ? .done : .failed(.provider)
            }
            let serverLogout = await logout
            let revocation = await bounded { () async throws(ServiceError) in
                try await service.revoke(token: ending.token, of: ending.account) ? .done : .notNeeded
            }
            return CleanupReport(
                serverLogout: serverLogout, providerCleanup: await provider, revocation: revocation,
                localCleanup: local)
        }
        return await work.value
    }

    /// Runs one part of a cleanup for at most the configured time.
    private nonisolated func bounded(
        _ part: @escaping @Sendable () async throws(ServiceError) -> CleanupOutcome
    ) async -> CleanupOutcome {
        await withTaskGroup(of: CleanupOutcome.self) { [clock, configuration] group in
            group.addTask {
                do throws(ServiceError) { return try await part() } catch {
                    return error.code == .timedOut ? .timedOut : .failed(.service(error.code))
                }
            }
            group.addTask {
                try? await clock.sleep(for: configuration.cleanupTimeout)
                return .timedOut
            }
            let first = await group.next() ?? .timedOut
            group.cancelAll()
            return first
        }
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
