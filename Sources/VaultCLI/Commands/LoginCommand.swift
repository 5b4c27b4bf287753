import SessionAuth

/// `vault login`.
enum LoginCommand {
    static func run(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ExitStatus {
        let gate = try RoleOptions.gate(invocation)
        let address = try AddressOptions.address(invocation)
        let service = try ServerAccess.namedService(invocation)
        let vault = try KeyInput.openVault(invocation, console)
        let password = try KeyInput.secret(invocation, .passwordFD, "Password of the account")
        let credential = Handover(address.credential(password: password))
        let coordinator = ServerAccess.coordinator(of: vault, gate: gate, service: service, console)
        let session: AdmittedSession
        do throws(AuthError) {
            session = try Progress.during("Waiting for the server", console) { () throws(AuthError) in
                try Blocking.run { () async throws(AuthError) in
                    guard let credential = credential.take() else { preconditionFailure("a credential is used once") }
                    return try await coordinator.signIn(with: credential)
                }
            }
        } catch {
            if let cleanup = error.cleanup { try report(error, cleanup, console) }
            throw CommandFailure(error)
        }
        try report(session, console)
        return .done
    }

    private static func report(_ session: AdmittedSession, _ console: Console) throws(CommandFailure) {
        let tag = try vaultStep { () throws(VaultError) in try session.accountTag() }
        let tokens = try vaultStep { () throws(VaultError) in try session.readTokens() }
        var page = Page()
        page.sentence("Signed in as \(tag) by \(session.branch).", .good)
        if session.policy == .open {
            page.sentence("The gate is open: it lets every role in.", .caution)
        } else {
            page.sentence("The gate let the account's role in (it admits: \(session.policy)).")
        }
        page.sentence("The session is stored. Its token ends \(Wording.expiry(tokens.expiry, at: .now)).")
        try console.answer(
            page,
            json: .answer(
                "login/1",
                [
                    ("outcome", .string("admitted")), ("account", .string(tag.description)),
                    ("branch", .string(session.branch.description)), ("gate", .string(session.policy.description)),
                    ("gate_is_open", .bool(session.policy == .open)),
                    ("expires", .text(tokens.expiry.time.map(Wording.exactTime))), ("cleanup", .null),
                ]))
    }

    private static func report(_ error: AuthError, _ cleanup: CleanupReport, _ console: Console) throws(CommandFailure)
    {
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
    }
}
