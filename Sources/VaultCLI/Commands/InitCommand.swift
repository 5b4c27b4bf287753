import Glibc
import SessionVault

/// `vault init`.
enum InitCommand {
    static func run(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ExitStatus {
        try invocation.refuseTogether(.passphraseFD, .keyFile)
        try invocation.refuseTogether(.keyFile, .weakPassphrase)
        try invocation.refuseTogether(.keyFile, .passes)
        try invocation.refuseTogether(.keyFile, .memory)
        let path = try VaultPath.resolve(invocation)
        try VaultPath.requireFree(path)
        let cost = try CostOptions.cost(invocation)
        let keyFile = try invocation[.keyFile].map { (path) throws(CommandFailure) in try NewKeyFile(at: path) }
        var anchor: NewAnchor?
        let vault: Vault
        do throws(CommandFailure) {
            anchor = try OpeningOptions.anchorPath(invocation).map { (path) throws(CommandFailure) in
                try NewAnchor(at: path)
            }
            vault = try create(at: path, keyFile: keyFile, cost: cost, invocation, console)
        } catch {
            // A vault that is there after all needs its key.
            if unsafe access(path, F_OK) != 0 {
                keyFile?.discard()
                anchor?.discard()
            }
            throw error
        }
        let outline = try vaultStep { () throws(VaultError) in try Vault.outline(at: vault.path) }
        try console.confirm(
            page(outline, keyFile, anchor, hint: keyFile == nil ? CostOptions.hint(on: cost) : nil),
            json: .answer(
                "init/1",
                [
                    ("path", .string(outline.path)), ("vault_id", .string(outline.vaultID)),
                    ("created", .string(Wording.exactTime(outline.created))),
                    ("key_file", .text(keyFile?.path)), ("key_file_made", .bool(keyFile?.wasMade ?? false)),
                    ("anchor", .text(anchor?.path)), ("anchor_made", .bool(anchor?.wasMade ?? false)),
                ]))
        return .done
    }

    private static func create(
        at path: String, keyFile: NewKeyFile?, cost: PassphraseCost, _ invocation: Invocation, _ console: Console
    ) throws(CommandFailure) -> Vault {
        let source: KeySource =
            if let keyFile {
                .keyFile(path: keyFile.path)
            } else {
                .passphrase(
                    try NewPassphrase.read(
                        invocation, .passphraseFD, "Passphrase for the new vault", others: "--key-file PATH"))
            }
        return try Progress.during("Deriving the key", console) { () throws(CommandFailure) in
            let options = try OpeningOptions.options(invocation)
            return try vaultStep { () throws(VaultError) in
                try Vault.create(at: path, unlockingWith: source, cost: cost, options: options)
            }
        }
    }

    private static func page(
        _ outline: VaultOutline, _ keyFile: NewKeyFile?, _ anchor: NewAnchor?, hint: String?
    ) -> Page {
        var page = Page()
        page.field("Vault", outline.path)
        page.field("Made", Wording.time(outline.created))
        if let anchor { page.field("Anchor", anchor.path + (anchor.wasMade ? " (made now)" : "")) }
        if let keyFile {
            page.field("Key file", keyFile.path + (keyFile.wasMade ? " (made now)" : ""))
            page.sentence("Keep a copy of the key file elsewhere: without it the vault can't be opened.")
        } else {
            page.sentence("Nobody can open the vault without its passphrase.")
        }
        if let hint { page.sentence(hint, .caution) }
        if anchor != nil {
            page.sentence("Give --anchor, or set SESSIONVAULT_ANCHOR, whenever the vault is opened.")
        }
        return page
    }
}
