import SessionAuth

/// `vault login`.
enum LoginCommand {
    static func run(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ExitStatus {
        let gate = try RoleOptions.gate(invocation)
        try invocation.refuseTogether(.device, .browser, .email, .cellphone)
        if invocation.has(.device) || invocation.has(.browser) {
            return try ProviderLogin.run(invocation, gate, console)
        }
        return try signInWithPassword(invocation, gate, console)
    }

    private static func signInWithPassword(
        _ invocation: Invocation, _ gate: RoleGate, _ console: Console
    ) throws(CommandFailure) -> ExitStatus {
        let address = try AddressOptions.address(invocation)
        let service = try ServerAccess.namedService(invocation)
        let plan = try SignInPlan(invocation)
        try plan.require(address.branch)
        let vault = try KeyInput.openVault(invocation, console)
        let password = try KeyInput.secret(invocation, .passwordFD, "Password of the account")
        let credential = Handover(address.credential(password: password))
        let coordinator = ServerAccess.coordinator(of: vault, gate: gate, service: service, plan: plan, console)
        let session: AdmittedSession
        do throws(AuthError) {
            session = try Progress.during("Waiting for the server", console) { () throws(AuthError) in
                try Blocking.run { () async throws(AuthError) in
                    guard let credential = credential.take() else { preconditionFailure("a credential is used once") }
                    return try await coordinator.signIn(with: credential)
                }
            }
        } catch { throw try LoginReport.failure(error, console) }
        try LoginReport.answer(session, coordinator, of: vault, console)
        return .done
    }
}
