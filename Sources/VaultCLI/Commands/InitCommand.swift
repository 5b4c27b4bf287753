import Glibc
import SessionVault

/// `vault init`.
enum InitCommand {
    static func run(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ExitStatus {
        try invocation.refuseTogether(.passphraseFD, .keyFile)
        try invocation.refuseTogether(.keyFile, .passes)
        try invocation.refuseTogether(.keyFile, .memory)
        let path = try VaultPath.resolve(invocation)
        try requireAbsent(path)
        let cost = try CostOptions.cost(invocation)
        let keyFile = try invocation[.keyFile].map { (path) throws(CommandFailure) in try NewKeyFile(at: path) }
        let vault: Vault
        do throws(CommandFailure) {
            vault = try create(at: path, keyFile: keyFile, cost: cost, invocation, console)
        } catch {
            keyFile?.discard()
            throw error
        }
        let outline = try vaultStep { () throws(VaultError) in try Vault.outline(at: vault.path) }
        try console.answer(
            page(outline, keyFile),
            json: .answer(
                "init/1",
                [
                    ("path", .string(outline.path)), ("vault_id", .string(outline.vaultID)),
                    ("created", .string(Wording.exactTime(outline.created))),
                    ("key_file", .text(keyFile?.path)), ("key_file_made", .bool(keyFile?.wasMade ?? false)),
                ]))
        return .done
    }

    /// Before a key file is made and a passphrase asked for; the vault's own check comes later and decides.
    private static func requireAbsent(_ path: String) throws(CommandFailure) {
        guard unsafe access(path, F_OK) == 0 else { return }
        throw CommandFailure(VaultError(.alreadyExists, path: path))
    }

    private static func create(
        at path: String, keyFile: NewKeyFile?, cost: PassphraseCost, _ invocation: Invocation, _ console: Console
    ) throws(CommandFailure) -> Vault {
        let source: KeySource =
            if let keyFile {
                .keyFile(path: keyFile.path)
            } else {
                .passphrase(
                    try KeyInput.newPassphrase(
                        invocation, .passphraseFD, "Passphrase for the new vault", others: "--key-file PATH"))
            }
        return try Progress.during("Deriving the key", console) { () throws(CommandFailure) in
            try vaultStep { () throws(VaultError) in try Vault.create(at: path, unlockingWith: source, cost: cost) }
        }
    }

    private static func page(_ outline: VaultOutline, _ keyFile: NewKeyFile?) -> Page {
        var page = Page()
        page.field("Vault", outline.path)
        page.field("Made", Wording.time(outline.created))
        if let keyFile {
            page.field("Key file", keyFile.path + (keyFile.wasMade ? " (made now)" : ""))
            page.sentence("Keep a copy of the key file elsewhere: without it the vault can't be opened.")
        } else {
            page.sentence("Nobody can open the vault without its passphrase.")
        }
        return page
    }
}
