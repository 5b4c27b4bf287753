import SessionVault

/// `vault slots change`.
enum SlotsChangeCommand {
    static func run(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ExitStatus {
        let cost = try CostOptions.cost(invocation)
        let slot = try SlotChoice.slot(invocation)
        guard slot.kind == KeySlot.Kind.passphrase.description else {
            throw CommandFailure(
                "slot #\(slot.number) is not a passphrase. Add another slot and remove this one instead.")
        }
        let vault = try KeyInput.openVault(invocation, console)
        let source = KeySource.passphrase(
            try NewPassphrase.read(invocation, .newPassphraseFD, "New passphrase"))
        let number = try Progress.during("Deriving the key", console) { () throws(CommandFailure) in
            try vaultStep { () throws(VaultError) in try vault.replaceSlot(slot.number, with: source, cost: cost) }
        }
        try SlotTable.answer(
            ["Slot #\(slot.number) is gone; the new passphrase is slot #\(number).", CostOptions.hint(on: cost)]
                .compactMap(\.self).joined(separator: " "),
            "slots-change/1",
            [("removed", .integer(slot.number)), ("number", .integer(number))], of: vault, console)
        return .done
    }
}
