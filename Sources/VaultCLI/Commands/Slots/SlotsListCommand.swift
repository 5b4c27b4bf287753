import SessionVault

/// `vault slots list`.
enum SlotsListCommand {
    static func run(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ExitStatus {
        let path = try VaultPath.resolve(invocation)
        let outline = try vaultStep { () throws(VaultError) in try Vault.outline(at: path) }
        var page = Page()
        SlotTable.add(outline, to: &page)
        let isDamaged = outline.slots.contains { $0.condition == .damaged }
        if isDamaged {
            page.blank()
            page.sentence(
                outline.slots.allSatisfy { $0.condition == .damaged }
                    ? "No way in is left: `vault set-aside` makes room for `vault restore`, which takes a backup."
                    : "A damaged slot keeps the vault from being written, until `vault repair` has been run by another way in.",
                .bad)
        }
        try console.answer(page, json: .answer("slots-list/1", SlotTable.json(outline)))
        return isDamaged ? .refused : .done
    }
}
