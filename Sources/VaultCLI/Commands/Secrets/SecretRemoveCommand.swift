import SessionVault

/// `vault secret remove`.
enum SecretRemoveCommand {
    static func run(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ExitStatus {
        guard invocation.has(.allSecrets) else {
            guard !invocation.has(.service), !invocation.operands.isEmpty else {
                throw .usage("name a SERVICE, or give --all", of: invocation.command)
            }
            return try removeOne(invocation, console)
        }
        guard invocation.operands.isEmpty else {
            throw .usage("--all goes with no name; --service S limits it to one service", of: invocation.command)
        }
        try Confirmation.requirePossible(for: "--all", invocation)
        return try removeAll(invocation, console)
    }

    private static func removeOne(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ExitStatus {
        let vault = try KeyInput.openVault(invocation, console)
        let name = SecretNames.name(invocation)
        guard try vaultStep({ () throws(VaultError) in try vault.secrets.remove(name) }) else {
            throw SecretNames.absent
        }
        try report(1, console)
        return .done
    }

    private static func removeAll(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ExitStatus {
        let vault = try KeyInput.openVault(invocation, console)
        let service = invocation[.service]
        let count = try vaultStep { () throws(VaultError) in try vault.secrets.names(of: service).count }
        if count > 0 {
            try Confirmation.ask(
                "Remove \(Wording.plural(count, "secret"))? This can't be undone.", else: "nothing was removed",
                invocation)
            try vaultStep { () throws(VaultError) in try vault.secrets.removeAll(of: service) }
        }
        try report(count, console)
        return .done
    }

    private static func report(_ count: Int, _ console: Console) throws(CommandFailure) {
        var page = Page()
        page.sentence(
            count == 0 ? "No secret is stored; nothing was removed." : "\(Wording.plural(count, "secret")) removed.",
            .good)
        try console.confirm(page, json: .answer("secret-remove/1", [("removed", .integer(count))]))
    }
}
