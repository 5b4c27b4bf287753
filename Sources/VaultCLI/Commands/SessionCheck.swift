import SessionAuth

/// Asks the server about one stored session, whose gate decides again.
struct SessionCheck {
    /// What the server and the gate made of a session.
    enum Outcome {
        /// The server accepts it, and the gate admits the account.
        case active
        /// The server does not accept it; it was removed here.
        case ended
        /// The gate refuses the account now.
        case rejected(WrongRole?, CleanupReport)
        /// Nobody could tell.
        case undecided(CommandFailure)
    }

    let account: AccountTag
    let outcome: Outcome

    static func run(
        _ session: ProvisionalSession, of vault: Vault, _ access: ServerAccess, _ console: Console
    ) throws(CommandFailure) -> SessionCheck {
        let tag = try vaultStep { () throws(VaultError) in try session.accountTag() }
        do throws(CommandFailure) { try access.check(session) } catch {
            return SessionCheck(account: tag, outcome: .undecided(error))
        }
        guard
            let service = access.service(ofRealm: session.account.realm, branch: session.branch, console)
        else {
            let reason = CommandFailure("it is not from a server that this command can speak to.")
            return SessionCheck(account: tag, outcome: .undecided(reason))
        }
        let coordinator = ServerAccess.coordinator(
            of: vault, gate: RoleGate(repeating: session.policy), service: service, console)
        let account = session.account
        do throws(AuthError) {
            try Progress.during("Waiting for the server", console) { () throws(AuthError) in
                try Blocking.run { () async throws(AuthError) in
                    _ = try await coordinator.restore(account)
                    _ = try await coordinator.confirm()
                }
            }
            return SessionCheck(account: tag, outcome: .active)
        } catch { return SessionCheck(account: tag, outcome: Outcome(error)) }
    }
}

extension SessionCheck.Outcome {
    fileprivate init(_ error: AuthError) {
        if let cleanup = error.cleanup {
            self = .rejected(error.refusal, cleanup)
        } else if let code = error.service?.code, [.unauthorized, .forbidden].contains(code) {
            self = .ended
        } else {
            self = .undecided(CommandFailure(error))
        }
    }

    var name: String {
        switch self {
        case .active: "active"
        case .ended: "ended"
        case .rejected: "rejected"
        case .undecided: "provisional"
        }
    }

    var tone: Tone {
        switch self {
        case .active: .good
        case .ended, .rejected: .bad
        case .undecided: .caution
        }
    }

    var explanation: String {
        switch self {
        case .active: "the server accepts it, and the gate admits its account."
        case .ended: "the server does not accept it any more; it was removed here. Sign in again."
        case .rejected(let refusal, _): refusal.map { "\($0); it was removed here." } ?? "the gate refuses it."
        case .undecided(let failure): failure.message
        }
    }

    var cleanup: CleanupReport? {
        guard case .rejected(_, let report) = self else { return nil }
        return report
    }
}

extension RoleGate {
    /// The gate that a stored session was admitted by.
    fileprivate init(repeating policy: GatePolicy) {
        switch policy {
        case .open: self = .open
        case .roles(let roles): self = RoleGate(admitting: roles)
        }
    }
}
