import SessionVault

/// `vault rotate`.
enum RotateCommand {
    static func run(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ExitStatus {
        let vault = try KeyInput.openVault(invocation, console)
        let continues = try vaultStep { () throws(VaultError) in try vault.isRotationUnfinished() }
        let total = try vaultStep { () throws(VaultError) in try Vault.outline(at: vault.path).recordCount }
        let done = try Progress.counting("Sealing anew", of: total, console) { progress throws(CommandFailure) in
            try vaultStep { () throws(VaultError) in try vault.rotate(progress: progress) }
        }
        try console.answer(
            page(done, continues: continues),
            json: .answer(
                "rotate/1",
                [
                    ("resealed", .integer(done.resealedCount)), ("left", .integer(done.leftCount)),
                    ("continued_earlier", .bool(continues)), ("old_keys_erased", .bool(!done.keepsOldKeys)),
                ]))
        return done.keepsOldKeys ? .refused : .done
    }

    private static func page(_ done: Vault.Rotation, continues: Bool) -> Page {
        let left = done.leftCount
        var page = Page()
        if continues {
            page.sentence("An earlier rotation was not finished; this went on with it and began no other.", .caution)
        }
        page.sentence("\(Wording.plural(done.resealedCount, "record")) sealed anew under the new keys.")
        if !done.keepsOldKeys {
            page.sentence("The old keys are erased.", .good)
        } else if left == 0 {
            page.sentence("The old keys are kept: records in quarantine are sealed under them.", .bad)
        } else {
            page.sentence(
                "\(Wording.plural(left, "record does", "records do")) not open and "
                    + "\(left == 1 ? "stays" : "stay") under older keys, which are kept. "
                    + "`vault verify` names them and `vault repair` sets damaged ones aside.",
                .bad)
        }
        return page
    }
}
