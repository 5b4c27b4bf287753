import OrderingClient
import SessionAuth

/// The servers that a command may speak to.
struct ServerAccess: Sendable {
    private let named: OrderingClient?
    private let oauth: OAuthAccess?

    /// Reads the command line's options; it asks nobody.
    init(_ invocation: Invocation) throws(CommandFailure) {
        named =
            invocation.has(.server) || invocation.has(.project) ? try ServerAccess.namedService(invocation) : nil
        oauth = try OAuthAccess(invocation)
    }

    /// The ordering server that the command line names.
    static func namedService(_ invocation: Invocation) throws(CommandFailure) -> OrderingClient {
        let server = try invocation.require(.server)
        let project = try invocation.require(.project)
        do throws(ServiceError) { return try OrderingClient(server: server, project: project) } catch {
            throw CommandFailure(error)
        }
    }

    /// The server that a stored session came from.
    ///
    /// It is the one that the command line names, or else what the session's realm names; nil where that is no server that
    /// this command can speak to. An issuer that can't be asked what it offers is stood for by ``SilentService``.
    func service(of session: ProvisionalSession, _ console: Console) throws(CommandFailure) -> (any AuthService)? {
        let realm = session.account.realm
        switch session.branch {
        case .deviceGrant, .openID:
            guard let oauth else {
                throw CommandFailure(
                    "a session is from an OAuth server, which knows this app by a name: give --client-id ID.")
            }
            return Self.issuer(realm, oauth, console)
        default:
            guard let named else { return Self.ordering(realm) }
            guard named.realm == realm else {
                throw CommandFailure(
                    "a session is from another server than --server and --project name. Leave them out.")
            }
            return named
        }
    }

    /// The server of a realm of which a session was; nil where this command can't speak to it.
    func service(ofRealm realm: String, branch: SignInBranch?, _ console: Console) -> (any AuthService)? {
        switch branch {
        case .deviceGrant, .openID: oauth.map { Self.issuer(realm, $0, console) }
        default: named?.realm == realm ? named : Self.ordering(realm)
        }
    }

    private static func issuer(_ realm: String, _ oauth: OAuthAccess, _ console: Console) -> any AuthService {
        Progress.during("Waiting for the server", console) {
            do throws(ServiceError) {
                return try Blocking.run { () async throws(ServiceError) in try await oauth.service(of: realm) }
            } catch { return SilentService(realm: realm, error: error) }
        }
    }

    private static func ordering(_ realm: String) -> OrderingClient? {
        let parts = realm.split(separator: "/", omittingEmptySubsequences: false)
        let service = try? OrderingClient(
            server: parts.dropLast().joined(separator: "/"), project: parts.last.map(String.init) ?? "")
        return service?.realm == realm ? service : nil
    }

    /// A coordinator that admits by `gate`, and keeps the sessions of other accounts.
    static func coordinator(
        of vault: Vault, gate: RoleGate, service: any AuthService, plan: SignInPlan? = nil, _ console: Console
    ) -> AuthCoordinator {
        var configuration = plan?.configuration ?? SignInConfiguration(branches: [])
        configuration.keepsOtherAccounts = true
        return AuthCoordinator(
            vault: vault, gate: gate, service: service, configuration: configuration,
            logger: console.log.with(category: "auth"))
    }
}
