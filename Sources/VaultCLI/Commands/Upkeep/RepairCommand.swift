import SessionVault

/// `vault repair`.
enum RepairCommand {
    static func run(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ExitStatus {
        let discards = invocation.has(.discard)
        if discards { try Confirmation.requirePossible(for: "--discard", invocation) }
        let vault = try KeyInput.unlock(
            invocation, try KeyInput.key(invocation, console), toleratingDamage: true, console)
        let before = try verify(vault, console)
        let repair =
            before.isIntact
            ? nil
            : try Progress.during("Repairing", console) { () throws(CommandFailure) in
                try vaultStep { () throws(VaultError) in try vault.repair() }
            }
        let after = repair == nil ? before : try verify(vault, console)
        var page = page(before, repair, after)
        if OpeningOptions.anchorPath(invocation) != nil, before.manifest == .unreadable {
            page.sentence(
                "Its anchor could not be asked. `vault verify` does so now; --accept-rollback accepts an older state.",
                .caution)
        }
        var discarded = 0
        do throws(CommandFailure) {
            if discards { discarded = try discard(after.quarantinedCount, of: vault, invocation) }
        } catch {
            try console.answer(page, json: json(before, repair, after, discarded: 0))
            throw error
        }
        if discarded > 0 {
            page.sentence("\(Wording.plural(discarded, "record")) deleted for good.", .good)
        } else if after.quarantinedCount > 0, !discards {
            page.sentence("`vault repair --discard` deletes what is set aside for good.")
        }
        try console.answer(page, json: json(before, repair, after, discarded: discarded))
        return after.isIntact ? .done : .refused
    }

    private static func verify(_ vault: Vault, _ console: Console) throws(CommandFailure) -> VaultIntegrity {
        try Progress.during("Checking", console) { () throws(CommandFailure) in
            try vaultStep { () throws(VaultError) in try vault.verify() }
        }
    }

    private static func discard(_ count: Int, of vault: Vault, _ invocation: Invocation) throws(CommandFailure) -> Int {
        guard count > 0 else { return 0 }
        let records = Wording.plural(count, "record that is", "records that are")
        try Confirmation.ask(
            "Delete the \(records) set aside for good?", else: "what is set aside was kept", invocation)
        return try vaultStep { () throws(VaultError) in try vault.clearQuarantine() }
    }

    private static func page(_ before: VaultIntegrity, _ repair: Vault.Repair?, _ after: VaultIntegrity) -> Page {
        var page = Page()
        guard let repair else {
            page.sentence("The vault is intact: there was nothing to repair.", .good)
            if before.quarantinedCount > 0 {
                page.sentence("\(Wording.plural(before.quarantinedCount, "record")) set aside earlier.")
            }
            return page
        }
        if repair.quarantinedCount > 0 {
            page.sentence(
                "\(Wording.plural(repair.quarantinedCount, "record")) that did not open "
                    + "\(repair.quarantinedCount == 1 ? "is" : "are") set aside, and kept.", .caution)
        }
        if let sentence = IntegrityText.sentence(on: before.manifest) {
            page.sentence("\(sentence) What is there counts as the vault from now on.", .caution)
        }
        if !repair.removedSlots.isEmpty {
            page.sentence(
                "\(SlotTable.gone(repair.removedSlots)), which nothing proved: `vault slots add` adds a way in.",
                .caution)
        }
        if !before.journalBreaks.isEmpty {
            page.sentence("The journal begins anew after its last break.", .caution)
        }
        page.sentence(
            after.isIntact ? "The vault is intact now." : "The vault is still damaged.", after.isIntact ? .good : .bad)
        return page
    }

    private static func json(
        _ before: VaultIntegrity, _ repair: Vault.Repair?, _ after: VaultIntegrity, discarded: Int
    ) -> JSONValue {
        .answer(
            "repair/1",
            [
                ("was_intact", .bool(before.isIntact)), ("set_aside", .integer(repair?.quarantinedCount ?? 0)),
                ("removed_slots", .array((repair?.removedSlots ?? []).map { .integer($0) })),
                ("quarantined", .integer(after.quarantinedCount - discarded)), ("discarded", .integer(discarded)),
                ("intact", .bool(after.isIntact)),
            ])
    }
}
