import OrderingClient
import SessionAuth

/// The server that a command speaks to.
enum ServerAccess {
    /// The server that the command line names.
    static func namedService(_ invocation: Invocation) throws(CommandFailure) -> any AuthService {
        let server = try invocation.require(.server)
        let project = try invocation.require(.project)
        do throws(ServiceError) { return try OrderingClient(server: server, project: project) } catch {
            throw CommandFailure(error)
        }
    }

    /// The server that a stored session came from.
    ///
    /// It is the one that the command line names, or else what the session's realm names; nil where that is no server that
    /// this command can speak to.
    static func service(of session: ProvisionalSession, _ invocation: Invocation) throws(CommandFailure)
        -> (any AuthService)?
    {
        let realm = session.account.realm
        if invocation.has(.server) || invocation.has(.project) {
            let service = try namedService(invocation)
            guard service.realm == realm else {
                throw CommandFailure(
                    "a session is from another server than --server and --project name. Leave them out.")
            }
            return service
        }
        let parts = realm.split(separator: "/", omittingEmptySubsequences: false)
        let service = try? OrderingClient(
            server: parts.dropLast().joined(separator: "/"), project: parts.last.map(String.init) ?? "")
        return service?.realm == realm ? service : nil
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
