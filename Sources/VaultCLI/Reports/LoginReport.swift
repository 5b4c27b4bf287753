import SessionAuth

/// What came of a sign-in.
enum LoginReport {
    /// Tells of the session, once the logouts of earlier runs are told to its server.
    static func answer(
        _ session: AdmittedSession, _ coordinator: AuthCoordinator, of vault: Vault, _ console: Console
    ) throws(CommandFailure) {
        let tag = try vaultStep { () throws(VaultError) in try session.accountTag() }
        let tokens = try vaultStep { () throws(VaultError) in try session.readTokens() }
        var earlier = EarlierLogouts()
        try earlier.finish(coordinator, of: vault, console)
        var page = Page()
        page.sentence("Signed in as \(tag) by \(session.branch).", .good)
        if session.policy == .open {
            page.sentence("The gate is open: it lets every role in.", .caution)
        } else {
            page.sentence("The gate let the account's role in (it admits: \(session.policy)).")
        }
        page.sentence("The session is stored. Its token ends \(Wording.expiry(tokens.expiry, at: .now)).")
        earlier.describe(on: &page)
        try console.confirm(
            page,
            json: .answer(
                "login/1",
                [
                    ("outcome", .string("admitted")), ("account", .string(tag.description)),
                    ("branch", .string(session.branch.description)), ("gate", .string(session.policy.description)),
                    ("gate_is_open", .bool(session.policy == .open)),
                    ("expires", .text(tokens.expiry.time.map(Wording.exactTime))), ("cleanup", .null),
                    ("earlier_logouts", earlier.json),
                ]))
    }

    /// Tells what became of a session that the server had issued in vain, and why the command ends.
    static func failure(_ error: AuthError, _ console: Console) throws(CommandFailure) -> CommandFailure {
        guard let cleanup = error.cleanup else { return CommandFailure(error) }
        var page = Page()
        page.sentence("Nobody is signed in by this, and nothing of the account was stored.", .bad)
        page.sentence("What became of the session that the server had issued:")
        page.table(CleanupText.rows(cleanup))
        if !CleanupText.isComplete(cleanup) {
            page.sentence("The server may still hold that session; nobody here has its token.", .caution)
        }
        try console.answer(
            page,
            json: .answer(
                "login/1", [("outcome", .string(error.code.description)), ("cleanup", CleanupText.json(cleanup))]))
        return CommandFailure(error)
    }
}
