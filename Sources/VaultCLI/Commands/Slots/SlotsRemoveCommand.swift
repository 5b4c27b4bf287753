import SessionVault

/// `vault slots remove`.
enum SlotsRemoveCommand {
    static func run(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ExitStatus {
        let slot = try SlotChoice.slot(invocation)
        let vault = try KeyInput.openVault(invocation, console)
        try vaultStep { () throws(VaultError) in try vault.removeSlot(slot.number) }
        try SlotTable.answer(
            "Slot #\(slot.number)\(slot.kind.map { " (\($0))" } ?? "") is removed.", "slots-remove/1",
            [("removed", .integer(slot.number))], of: vault, console)
        return .done
    }
}
