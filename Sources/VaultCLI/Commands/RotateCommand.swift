import SessionVault

/// `vault rotate`.
enum RotateCommand {
    static func run(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ExitStatus {
        let vault = try KeyInput.openVault(invocation, console)
        let finishes = try vaultStep { () throws(VaultError) in try vault.isRotationUnfinished() }
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
        try console.answer(
            page(resealed: resealed, left: left, finishes: finishes),
            json: .answer(
                "rotate/1",
                [
                    ("resealed", .integer(resealed)), ("left", .integer(left)), ("continued_earlier", .bool(finishes)),
                    ("old_keys_erased", .bool(left == 0)),
                ]))
        return left == 0 ? .done : .refused
    }

    private static func page(resealed: Int, left: Int, finishes: Bool) -> Page {
        var page = Page()
        if finishes {
            page.sentence("An earlier rotation was not finished; this went on with it and began no other.", .caution)
        }
        page.sentence("\(Wording.plural(resealed, "record")) sealed anew under the new keys.")
        if left == 0 {
            page.sentence("The old keys are erased.", .good)
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
