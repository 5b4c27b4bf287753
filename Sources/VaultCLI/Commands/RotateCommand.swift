import SessionVault

/// `vault rotate`.
enum RotateCommand {
    static func run(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ExitStatus {
        guard invocation.has(.root) || !invocation.has(.removeOtherSlots) else {
            throw .usage("--remove-other-slots goes with --root", of: invocation.command)
        }
        let source = try KeyInput.key(invocation, console)
        let vault = try KeyInput.unlock(invocation, source, console)
        let removed = invocation.has(.root) ? try replaceRoot(of: vault, keeping: source, invocation, console) : nil
        let continues = try vaultStep { () throws(VaultError) in try vault.isRotationUnfinished() }
        let done: Vault.Rotation
        do throws(CommandFailure) { done = try rotate(vault, console) } catch {
            if let removed { console.note(rootSentence(removed)) }
            throw error
        }
        var page = Page()
        if let removed { page.sentence(rootSentence(removed), removed.isEmpty ? .good : .caution) }
        add(done, continues: continues, to: &page)
        let status: ExitStatus = done.keepsOldKeys ? .refused : .done
        try console.confirm(
            page,
            json: .answer(
                "rotate/1",
                [
                    ("resealed", .integer(done.resealedCount)), ("left", .integer(done.leftCount)),
                    ("continued_earlier", .bool(continues)), ("old_keys_erased", .bool(!done.keepsOldKeys)),
                    ("root_replaced", .bool(removed != nil)),
                    ("removed_slots", .array((removed ?? []).map { .integer($0) })),
                ]),
            status: status)
        return status
    }

    private static func replaceRoot(
        of vault: Vault, keeping source: borrowing KeySource, _ invocation: Invocation, _ console: Console
    ) throws(CommandFailure) -> [Int64] {
        try Progress.during("Deriving the key", console) { () throws(CommandFailure) in
            try vaultStep { () throws(VaultError) in
                try vault.replaceRoot(keeping: source, removingOthers: invocation.has(.removeOtherSlots))
            }
        }
    }

    private static func rotate(_ vault: Vault, _ console: Console) throws(CommandFailure) -> Vault.Rotation {
        let total = try vaultStep { () throws(VaultError) in try Vault.outline(at: vault.path).recordCount }
        return try Progress.counting("Sealing anew", of: total, console) { progress throws(CommandFailure) in
            try vaultStep { () throws(VaultError) in try vault.rotate(progress: progress) }
        }
    }

    private static func rootSentence(_ removed: [Int64]) -> String {
        "The root key is replaced; the key that was given opens the vault as before."
            + (removed.isEmpty ? "" : " \(SlotTable.gone(removed)): add what is needed with `vault slots add`.")
    }

    private static func add(_ done: Vault.Rotation, continues: Bool, to page: inout Page) {
        let left = done.leftCount
        if continues {
            page.sentence("An earlier rotation was not finished; this went on with it and began no other.", .caution)
        }
        page.sentence("\(Wording.plural(done.resealedCount, "record")) sealed anew under the new keys.")
        if !done.keepsOldKeys {
            page.sentence("The old keys are erased.", .good)
        } else if left == 0 {
            page.sentence(
                "The old keys are kept: records in quarantine are sealed under them. `vault repair --discard` deletes "
                    + "those for good.", .bad)
        } else {
            page.sentence(
                "\(Wording.plural(left, "record does", "records do")) not open and "
                    + "\(left == 1 ? "stays" : "stay") under older keys, which are kept. "
                    + "`vault verify` names them and `vault repair` sets damaged ones aside.",
                .bad)
        }
    }
}
