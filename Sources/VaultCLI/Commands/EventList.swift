import SessionVault

/// `vault inspect --events`.
enum EventList {
    static func run(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ExitStatus {
        let vault = try KeyInput.openVault(invocation, console)
        let journal = try vaultStep { () throws(VaultError) in try vault.journal() }
        let isAuditOnly = vault.isAuditOnly
        try console.answer(
            JournalText.page(journal, isAuditOnly: isAuditOnly),
            json: JournalJSON.value(journal, isAuditOnly: isAuditOnly))
        return journal.breaks.isEmpty ? .done : .refused
    }
}
