import OrderingClient
import SessionAuth

/// The server that a command line names.
enum ServerAccess {
    /// Returns nil where no server is named.
    static func service(_ invocation: Invocation) throws(CommandFailure) -> (any AuthService)? {
        guard invocation.has(.server) || invocation.has(.project) else { return nil }
        return try requiredService(invocation)
    }

    static func requiredService(_ invocation: Invocation) throws(CommandFailure) -> any AuthService {
        let server = try invocation.require(.server)
        let project = try invocation.require(.project)
        do throws(ServiceError) { return try OrderingClient(server: server, project: project) } catch {
            throw CommandFailure(error.description)
        }
    }

    /// A coordinator that admits by `gate`, and keeps the sessions of other accounts.
    static func coordinator(
        of vault: Vault, gate: RoleGate, service: any AuthService, _ console: Console
    ) -> AuthCoordinator {
        AuthCoordinator(
            vault: vault, gate: gate, service: service,
            configuration: SignInConfiguration(
                branches: [.emailPassword, .cellphonePassword], keepsOtherAccounts: true),
            logger: console.log.with(category: "auth"))
    }
}
