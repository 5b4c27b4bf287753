import Sealing
import SessionVault

/// `vault secret set`.
enum SecretSetCommand {
    static func run(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ExitStatus {
        let name = try SecretNames.newName(invocation)
        let vault = try KeyInput.openVault(invocation, console)
        let value = try ValueInput.value(trimming: invocation.has(.trim))
        // What makes the value may have failed, and what is stored would be lost.
        guard !value.isEmpty || invocation.has(.empty) else {
            throw CommandFailure("no value came; nothing was stored. To store an empty one, add --empty.")
        }
        try vaultStep { () throws(VaultError) in try vault.secrets.set(value, for: name) }
        var page = Page()
        let hint = value.endsInLineFeed ? ", the last one a line feed (--trim leaves it out)" : ""
        page.sentence("Stored: \(Wording.plural(value.count, "byte"))\(hint).", .good)
        try console.confirm(
            page, json: .answer("secret-set/1", SecretNames.json(name) + [("size", .integer(value.count))]))
        return .done
    }
}
