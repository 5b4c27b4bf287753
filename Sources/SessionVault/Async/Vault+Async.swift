extension Vault {
    /// As ``create(at:unlockingWith:cost:options:)``, on a queue of the library's.
    public static func create(
        at path: String, unlockingWith source: borrowing KeySource, cost: PassphraseCost = .moderate,
        options: VaultOptions = VaultOptions()
    ) async throws(VaultError) -> Vault {
        try await VaultQueue.opening.run { () throws(VaultError) in
            try create(at: path, unlockingWith: source, cost: cost, options: options)
        }
    }

    /// As ``open(at:unlockingWith:options:)``, on a queue of the library's.
    public static func open(
        at path: String, unlockingWith source: borrowing KeySource, options: VaultOptions = VaultOptions()
    ) async throws(VaultError) -> Vault {
        try await VaultQueue.opening.run { () throws(VaultError) in
            try open(at: path, unlockingWith: source, options: options)
        }
    }

    /// As ``unlock(with:)``, on the vault's own queue.
    public func unlock(with source: borrowing KeySource) async throws(VaultError) {
        try await queue.run { () throws(VaultError) in try unlock(with: source) }
    }

    /// As ``admit(_:storing:)``, on the vault's own queue.
    public func admit(
        _ admission: consuming Admission, storing answer: borrowing SignInAnswer
    ) async throws(VaultError) -> AdmittedSession {
        try await admit(admission, storing: answer, on: queue)
    }

    /// As ``confirm(_:by:storing:)``, on the vault's own queue.
    public func confirm(
        _ session: ProvisionalSession, by admission: consuming Admission, storing answer: borrowing AccountAnswer
    ) async throws(VaultError) -> AdmittedSession {
        try await confirm(session, by: admission, storing: answer, on: queue)
    }

    /// As ``sessions()``, on the vault's own queue.
    public func sessions() async throws(VaultError) -> [ProvisionalSession] {
        try await queue.run { () throws(VaultError) in try sessions() }
    }

    /// As ``restore(_:)``, on the vault's own queue.
    public func restore(_ account: AccountID) async throws(VaultError) -> ProvisionalSession? {
        try await queue.run { () throws(VaultError) in try restore(account) }
    }

    /// As ``remove(_:)``, on the vault's own queue.
    public func remove(_ account: AccountID) async throws(VaultError) {
        try await queue.run { () throws(VaultError) in try remove(account) }
    }

    /// As ``removeAllSessions()``, on the vault's own queue.
    public func removeAllSessions() async throws(VaultError) {
        try await queue.run { () throws(VaultError) in try removeAllSessions() }
    }

    /// As ``verify()``, on the vault's own queue.
    public func verify() async throws(VaultError) -> VaultIntegrity {
        try await queue.run { () throws(VaultError) in try verify() }
    }

    /// As ``inspect()``, on the vault's own queue.
    public func inspect() async throws(VaultError) -> VaultReport {
        try await queue.run { () throws(VaultError) in try inspect() }
    }

    // A closure can't consume what it captures, so what is consumed is handed to the queue as a parameter.

    private func admit(
        _ admission: consuming Admission, storing answer: borrowing SignInAnswer, on queue: isolated VaultQueue
    ) throws(VaultError) -> AdmittedSession {
        try admit(admission, storing: answer)
    }

    private func confirm(
        _ session: ProvisionalSession, by admission: consuming Admission, storing answer: borrowing AccountAnswer,
        on queue: isolated VaultQueue
    ) throws(VaultError) -> AdmittedSession {
        try confirm(session, by: admission, storing: answer)
    }
}
