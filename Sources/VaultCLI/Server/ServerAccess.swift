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

    /// Tells what the command line lacks, or has too much of, to ask a session's server; it asks nobody.
    func check(_ session: ProvisionalSession) throws(CommandFailure) {
        if needsClient(session.branch) {
            throw CommandFailure(
                "a session is from an OAuth server, which knows this app by a name: give --client-id ID.")
        }
        if !session.branch.isOAuth, let named, named.realm != session.account.realm {
            throw CommandFailure("a session is from another server than --server and --project name. Leave them out.")
        }
    }

    /// Tells whether the command line has no name that a server of this branch knows the app by.
    func needsClient(_ branch: SignInBranch) -> Bool { branch.isOAuth && oauth == nil }

    /// The server of a realm of which a session is or was.
    ///
    /// It is the one that the command line names, or else what the realm names; nil where that is no server that this command
    /// can speak to. An issuer that can't be asked what it offers is stood for by ``SilentService``.
    func service(ofRealm realm: String, branch: SignInBranch, _ console: Console) -> (any AuthService)? {
        guard !branch.isOAuth else { return oauth.map { Self.issuer(realm, $0, console) } }
        return named?.realm == realm ? named : Self.ordering(realm)
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

extension SignInBranch {
    fileprivate var isOAuth: Bool { self == .deviceGrant || self == .openID }
}
