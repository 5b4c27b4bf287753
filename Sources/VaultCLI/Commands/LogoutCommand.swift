import SessionAuth

/// `vault logout`.
enum LogoutCommand {
    static func run(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ExitStatus {
        try invocation.refuseTogether(.account, .all)
        try invocation.refuseTogether(.local, .server)
        try invocation.refuseTogether(.local, .project)
        let access = try ServerAccess(invocation)
        let vault = try KeyInput.openVault(invocation, console)
        let sessions = try chosenSessions(in: vault, invocation)
        let isLocal = invocation.has(.local)
        // Before the first ends, so that what is missing keeps all of them.
        if !isLocal { for session in sessions { try access.check(session) } }
        let earlier = isLocal ? EarlierLogouts() : try .finish(in: vault, access, console)
        let results = try sessions.map { (session) throws(CommandFailure) in
            try end(session, of: vault, isLocal ? nil : access, console)
        }
        var page = page(results)
        earlier.describe(on: &page)
        let status: ExitStatus = results.allSatisfy(\.isComplete) ? .done : .failed
        try console.confirm(page, json: json(results, earlier), status: status)
        return status
    }

    /// What became of one session.
    private struct Result {
        let account: AccountTag
        /// Nil where no server was asked.
        let cleanup: CleanupReport?

        var isComplete: Bool { cleanup.map(CleanupText.isComplete) ?? true }
    }

    private static func chosenSessions(in vault: Vault, _ invocation: Invocation) throws(CommandFailure)
        -> [ProvisionalSession]
    {
        let sessions = try vaultStep { () throws(VaultError) in try vault.sessions() }
        guard let name = invocation[.account] else {
            guard sessions.count <= 1 || invocation.has(.all) else {
                throw CommandFailure(
                    "\(sessions.count) sessions are stored. Name one with --account TAG (see `vault status`), or give --all."
                )
            }
            return sessions
        }
        var chosen: [ProvisionalSession] = []
        for session in sessions {
            let tag = try vaultStep { () throws(VaultError) in try session.accountTag() }
            if tag.description == name { chosen.append(session) }
        }
        guard !chosen.isEmpty else {
            throw CommandFailure("no session of \(name) is stored. See `vault status`.")
        }
        return chosen
    }

    private static func end(
        _ session: ProvisionalSession, of vault: Vault, _ access: ServerAccess?, _ console: Console
    ) throws(CommandFailure) -> Result {
        let tag = try vaultStep { () throws(VaultError) in try session.accountTag() }
        guard let service = access?.service(ofRealm: session.account.realm, branch: session.branch, console) else {
            try vaultStep { () throws(VaultError) in try session.remove() }
            return Result(account: tag, cleanup: nil)
        }
        let coordinator = ServerAccess.coordinator(
            of: vault, gate: RoleGate(admitting: []), service: service, console)
        let account = session.account
        let report = try Progress.during("Waiting for the server", console) { () throws(CommandFailure) in
            do throws(AuthError) {
                return try Blocking.run { () async throws(AuthError) in
                    _ = try await coordinator.restore(account)
                    return await coordinator.signOut()
                }
            } catch { throw CommandFailure(error) }
        }
        return Result(account: tag, cleanup: report)
    }

    private static func page(_ results: [Result]) -> Page {
        var page = Page()
        if results.isEmpty { page.sentence("No session is stored.") }
        for result in results {
            page.sentence(result.account.description, .strong)
            if let cleanup = result.cleanup {
                page.table(CleanupText.rows(cleanup))
            } else {
                page.table([[.init("removed from this machine"), .init("done", .good)]])
                page.sentence(
                    "The server was not asked: it may accept the token until it ends.", .caution,
                    indent: 2)
            }
        }
        return page
    }

    private static func json(_ results: [Result], _ earlier: EarlierLogouts) -> JSONValue {
        .answer(
            "logout/1",
            [
                (
                    "sessions",
                    .array(
                        results.map {
                            .object([
                                ("account", .string($0.account.description)),
                                ("server_asked", .bool($0.cleanup != nil)),
                                ("cleanup", $0.cleanup.map(CleanupText.json) ?? .null),
                            ])
                        })
                ), ("earlier_logouts", earlier.json),
            ])
    }
}
