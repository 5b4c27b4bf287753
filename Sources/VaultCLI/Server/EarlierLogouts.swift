import SessionAuth

/// The logouts of earlier runs that their server does not know of yet.
struct EarlierLogouts: Sendable {
    /// No further one is begun with after that time.
    private static let limit = Duration.seconds(10)

    /// How many their server now knows of.
    private(set) var finished = 0
    /// How many wait for the next command, since their server can't be asked.
    private(set) var waiting = 0
    /// How many of these wait for the name that their server knows the app by.
    private var unnamed = 0

    /// Finishes what the servers can be asked for.
    static func finish(in vault: Vault, _ access: ServerAccess, _ console: Console) throws(CommandFailure)
        -> EarlierLogouts
    {
        var logouts = EarlierLogouts()
        for realm in try vaultStep({ () throws(VaultError) in try vault.realmsOfPendingLogouts() }) {
            let keys = try vaultStep { () throws(VaultError) in try vault.pendingLogouts(realm: realm) }
            guard let branch = keys.first?.branch else { continue }
            guard let service = access.service(ofRealm: realm, branch: branch, console) else {
                logouts.waiting += keys.count
                if access.needsClient(branch) { logouts.unnamed += keys.count }
                continue
            }
            let coordinator = ServerAccess.coordinator(
                of: vault, gate: RoleGate(admitting: []), service: service, console)
            try logouts.finish(coordinator, of: vault, console)
        }
        return logouts
    }

    /// Finishes those of one coordinator's server.
    mutating func finish(_ coordinator: AuthCoordinator, of vault: Vault, _ console: Console) throws(CommandFailure) {
        let realm = coordinator.realm
        let before = try vaultStep { () throws(VaultError) in try vault.pendingLogouts(realm: realm).count }
        guard before > 0 else { return }
        Progress.during("Finishing earlier logouts", console) {
            Blocking.run { () async in _ = await coordinator.finishLogouts(within: Self.limit) }
        }
        let after = try vaultStep { () throws(VaultError) in try vault.pendingLogouts(realm: realm).count }
        finished += max(0, before - after)
        waiting += after
    }

    func describe(on page: inout Page) {
        if finished > 0 {
            page.sentence("\(Wording.plural(finished, "logout")) of an earlier run finished at the server.", .good)
        }
        if waiting > 0 {
            page.sentence(
                "\(Wording.plural(waiting, "logout")) of an earlier run still to be told to the server; "
                    + "the next `vault logout` or `vault status --check` tries again.", .caution)
        }
        if unnamed > 0 {
            page.sentence("For \(unnamed == waiting ? "that" : "\(unnamed) of them"), give --client-id ID.", .caution)
        }
    }

    var json: JSONValue {
        .object([("finished", .integer(finished)), ("waiting", .integer(waiting))])
    }
}
