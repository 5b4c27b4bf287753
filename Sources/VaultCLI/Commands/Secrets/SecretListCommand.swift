import SessionVault

/// `vault secret list`.
enum SecretListCommand {
    static func run(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ExitStatus {
        let vault = try KeyInput.openVault(invocation, console)
        let service = invocation[.service]
        let names = try vaultStep { () throws(VaultError) in try vault.secrets.names(of: service) }
        let tags = try vaultStep { () throws(VaultError) in
            try names.map { (name) throws(VaultError) in try vault.secrets.accountTag(of: name).description }
        }
        var page = Page()
        if names.isEmpty {
            page.sentence(service == nil ? "No secret is stored." : "No secret of that service is stored.")
        } else {
            let head = ["TAG", "SERVICE", "ACCOUNT"].map { Page.Cell($0, .faint) }
            page.table(
                [head] + zip(names, tags).map { [.init($1), .init($0.service, .strong), .init($0.account)] }, indent: 0)
        }
        let secrets = zip(names, tags).map { JSONValue.object(SecretNames.json($0) + [("tag", .string($1))]) }
        try console.answer(page, json: .answer("secret-list/1", [("secrets", .array(secrets))]))
        return .done
    }
}
