import SessionVault

/// The ways into a vault, as they are or as they are now.
enum SlotTable {
    static func add(_ outline: VaultOutline, to page: inout Page) {
        let head = ["SLOT", "KIND", "OPENS", "COST"].map { Page.Cell($0, .faint) }
        page.table([head] + outline.slots.map(OutlineText.slot), indent: 0)
    }

    static func json(_ outline: VaultOutline) -> [(String, JSONValue)] {
        [("path", .string(outline.path)), ("key_slots", .array(outline.slots.map(OutlineJSON.slot)))]
    }

    /// Says which slots were removed.
    static func gone(_ numbers: [Int64]) -> String {
        let list = numbers.map { "#\($0)" }.joined(separator: ", ")
        return numbers.count == 1 ? "Key slot \(list) is gone" : "Key slots \(list) are gone"
    }

    /// Answers with what was done and how the slots are now.
    static func answer(
        _ done: String, _ schema: String, _ members: [(String, JSONValue)], of vault: Vault, _ console: Console
    ) throws(CommandFailure) {
        let outline = try vaultStep { () throws(VaultError) in try Vault.outline(at: vault.path) }
        var page = Page()
        page.sentence(done, .good)
        page.blank()
        add(outline, to: &page)
        let kinds = Set(outline.slots.filter { $0.scope == KeySlot.Scope.owner.description }.map(\.kind))
        if kinds == [KeySlot.Kind.recoveryCode.description] {
            page.blank()
            page.sentence("Only a recovery code opens the vault now: add a passphrase or a key file.", .caution)
        }
        try console.confirm(page, json: .answer(schema, members + json(outline)))
    }
}
