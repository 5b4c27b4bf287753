import SessionVault

/// The slot that a command line names.
enum SlotChoice {
    /// Looks it up before anybody is asked for a key; the vault's own check comes later and decides.
    static func slot(_ invocation: Invocation) throws(CommandFailure) -> KeySlotOutline {
        let word = invocation.operands.first ?? ""
        guard let number = Int64(word.hasPrefix("#") ? String(word.dropFirst()) : word) else {
            throw .usage("NUMBER is a slot's number, such as 2", of: invocation.command)
        }
        let path = try VaultPath.resolve(invocation)
        let outline = try vaultStep { () throws(VaultError) in try Vault.outline(at: path) }
        guard let slot = outline.slots.first(where: { $0.number == number }) else {
            throw CommandFailure("\(outline.path): there is no slot #\(number). See `vault slots list`.")
        }
        return slot
    }
}
