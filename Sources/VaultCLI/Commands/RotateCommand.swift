import SessionVault

/// `vault rotate`.
enum RotateCommand {
    static func run(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ExitStatus {
        let vault = try KeyInput.openVault(invocation, console)
        let continues = try vaultStep { () throws(VaultError) in try vault.isRotationUnfinished() }
        let total = try vaultStep { () throws(VaultError) in try Vault.outline(at: vault.path).recordCount }
        var resealed = 0
        let left = try Progress.counting("Sealing anew", of: total, console) { progress throws(CommandFailure) in
            try vaultStep { () throws(VaultError) in
                try vault.rotate {
                    resealed = $0
                    progress($0)
                }
            }
        }
        // A record in quarantine keeps its keys, though nothing is left to seal anew.
        let isFinished = try vaultStep { () throws(VaultError) in try !vault.isRotationUnfinished() }
        try console.answer(
            page(resealed: resealed, left: left, continues: continues, isFinished: isFinished),
            json: .answer(
                "rotate/1",
                [
                    ("resealed", .integer(resealed)), ("left", .integer(left)), ("continued_earlier", .bool(continues)),
                    ("old_keys_erased", .bool(isFinished)),
                ]))
        return isFinished ? .done : .refused
    }

    private static func page(resealed: Int, left: Int, continues: Bool, isFinished: Bool) -> Page {
        var page = Page()
        if continues {
            page.sentence("An earlier rotation was not finished; this went on with it and began no other.", .caution)
        }
        page.sentence("\(Wording.plural(resealed, "record")) sealed anew under the new keys.")
        if isFinished {
            page.sentence("The old keys are erased.", .good)
        } else if left == 0 {
            page.sentence("The old keys are kept: records in quarantine are sealed under them.", .bad)
        } else {
            page.sentence(
                "\(Wording.plural(left, "record does", "records do")) not open and "
                    + "\(left == 1 ? "stays" : "stay") under older keys, which are kept. "
                    + "`vault inspect --unlock` names them: replace each by signing in or by `vault secret set`, "
                    + "remove it, or restore the file from a backup; then rotate again.",
                .bad)
        }
        return page
    }
}
