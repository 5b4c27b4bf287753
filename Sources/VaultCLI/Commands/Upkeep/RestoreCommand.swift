import Glibc
import SessionVault

/// `vault restore`.
enum RestoreCommand {
    static func run(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ExitStatus {
        let backup = invocation.operands.first ?? ""
        let options = try OpeningOptions.options(invocation)
        try invocation.refuseTogether(OptionSpec.key)
        let path = try VaultPath.resolve(invocation)
        try VaultPath.requireFree(path)
        try requireBackup(backup)
        let source = try KeyInput.given(invocation)
        let vault = try Progress.during("Restoring", console) { () throws(CommandFailure) in
            guard backup == "-" else {
                return try vaultStep { () throws(VaultError) in
                    try Vault.restore(from: backup, to: path, unlockingWith: source, options: options)
                }
            }
            let input = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
            guard input >= 0 else { throw noInput }
            return try vaultStep { () throws(VaultError) in
                try Vault.restore(fromDescriptor: input, to: path, unlockingWith: source, options: options)
            }
        }
        let outline = try vaultStep { () throws(VaultError) in try Vault.outline(at: vault.path) }
        let anchor = OpeningOptions.anchorPath(invocation)
        try console.confirm(
            page(outline, hasAnchor: anchor != nil),
            json: .answer(
                "restore/1",
                [
                    ("path", .string(outline.path)), ("vault_id", .string(outline.vaultID)),
                    ("record_count", .integer(outline.recordCount)), ("anchor_to_tell", .text(anchor)),
                ]))
        return .done
    }

    private static let noInput = CommandFailure("standard input can't be read. Give the backup there: `<FILE`.")

    private static func requireBackup(_ path: String) throws(CommandFailure) {
        guard path != "-" else {
            guard FileOutput.isTerminal(STDIN_FILENO) else { return }
            throw CommandFailure("a backup can't be typed. Name a FILE, or lead it to standard input: `<FILE`.")
        }
        guard unsafe access(path, F_OK) == 0 else {
            throw CommandFailure("\(path): there is no such file. Name one that `vault backup` made.")
        }
    }

    private static func page(_ outline: VaultOutline, hasAnchor: Bool) -> Page {
        var page = Page()
        page.field("Vault", outline.path, .strong)
        page.field("Records", Wording.number(outline.recordCount))
        page.sentence("Restored whole. It opens with what opened the vault when the backup was made.", .good)
        page.sentence(
            hasAnchor
                ? "Next, `vault verify`. Where the anchor knows a newer state, `vault verify --accept-rollback` accepts this one."
                : "Next, `vault verify`. Where the vault has an anchor, it goes with --anchor and --accept-rollback.")
        return page
    }
}
