import Glibc
import SessionVault

/// `vault set-aside`.
enum SetAsideCommand {
    static func run(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ExitStatus {
        try Confirmation.requirePossible(for: "`vault set-aside`", invocation)
        let path = try VaultPath.resolve(invocation)
        guard unsafe access(path, F_OK) == 0 else { throw CommandFailure(VaultError(.absent, path: path)) }
        try Confirmation.ask(
            "Put \(path) aside under another name?", else: "the vault stands where it stood", invocation)
        let target = try vaultStep { () throws(VaultError) in try Vault.setAside(path) }
        var page = Page()
        page.field("Now at", target, .strong)
        page.sentence("Nothing was deleted. Begin anew with `vault init`, or take a backup with `vault restore`.")
        try console.confirm(
            page, json: .answer("set-aside/1", [("path", .string(path)), ("set_aside_as", .string(target))]))
        return .done
    }
}
