import SessionVault

/// `vault secret list`.
enum SecretListCommand {
    static func run(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ExitStatus {
        let vault = try KeyInput.openVault(invocation, console)
        let service = invocation[.service]
        let names = try vaultStep { () throws(VaultError) in try vault.secrets.names(of: service) }
        var page = Page()
        if names.isEmpty {
            page.sentence(service == nil ? "No secret is stored." : "No secret of that service is stored.")
        } else {
            let head = ["SERVICE", "ACCOUNT"].map { Page.Cell($0, .faint) }
            page.table([head] + names.map { [.init($0.service, .strong), .init($0.account)] }, indent: 0)
        }
        try console.answer(
            page, json: .answer("secret-list/1", [("secrets", .array(names.map { .object(SecretNames.json($0)) }))]))
        return .done
    }
}
