import Glibc
import SessionVault

/// `vault init`.
enum InitCommand {
    static func run(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ExitStatus {
        try invocation.refuseTogether(.passphraseFD, .keyFile)
        let path = try VaultPath.resolve(invocation)
        try requireAbsent(path)
        let keyFile = invocation[.keyFile]
        let madeKeyFile = try keyFile.map { (path) throws(CommandFailure) in try makeIfMissing(path) } ?? false
        let vault: Vault
        do throws(CommandFailure) {
            vault = try create(at: path, keyFile: keyFile, invocation, console)
        } catch {
            if madeKeyFile, let keyFile { unsafe unlink(keyFile) }
            throw error
        }
        let outline = try vaultStep { () throws(VaultError) in try Vault.outline(at: vault.path) }
        try console.answer(
            page(outline, keyFile: keyFile, madeKeyFile: madeKeyFile),
            json: .answer(
                "init/1",
                [
                    ("path", .string(outline.path)), ("vault_id", .string(outline.vaultID)),
                    ("created", .string(Wording.exactTime(outline.created))),
                    ("key_file", .text(keyFile)), ("key_file_made", .bool(madeKeyFile)),
                ]))
        return .done
    }

    /// Before a key file is made and a passphrase asked for; the vault's own check comes later and decides.
    private static func requireAbsent(_ path: String) throws(CommandFailure) {
        guard unsafe access(path, F_OK) == 0 else { return }
        throw CommandFailure(VaultError(.alreadyExists, path: path))
    }

    private static func makeIfMissing(_ path: String) throws(CommandFailure) -> Bool {
        do throws(VaultError) {
            try KeyFile.create(at: path)
            return true
        } catch {
            switch error.code {
            case .alreadyExists: return false
            case .absent:
                throw CommandFailure("\(path): the folder of the key file is missing. Make it with `mkdir -p`.")
            default: throw CommandFailure(error)
            }
        }
    }

    private static func create(at path: String, keyFile: String?, _ invocation: Invocation, _ console: Console)
        throws(CommandFailure) -> Vault
    {
        let source: KeySource =
            if let keyFile { .keyFile(path: keyFile) } else { .passphrase(try KeyInput.newPassphrase(invocation)) }
        return try Progress.during("Deriving the key", console) { () throws(CommandFailure) in
            try vaultStep { () throws(VaultError) in try Vault.create(at: path, unlockingWith: source) }
        }
    }

    private static func page(_ outline: VaultOutline, keyFile: String?, madeKeyFile: Bool) -> Page {
        var page = Page()
        page.field("Vault", outline.path)
        page.field("Made", Wording.time(outline.created))
        if let keyFile {
            page.field("Key file", keyFile + (madeKeyFile ? " (made now)" : ""))
            page.sentence("Keep a copy of the key file elsewhere: without it the vault can't be opened.")
        } else {
            page.sentence("Nobody can open the vault without its passphrase.")
        }
        return page
    }
}
