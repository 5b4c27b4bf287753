import LeakAudit
import SessionVault

/// `vault inspect --logs`.
enum LeakSearch {
    static func run(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ExitStatus {
        let files = invocation.operands
        guard !files.isEmpty else { throw .usage("--logs needs the files to search", of: invocation.command) }
        let vault = try KeyInput.openVault(invocation, console)
        let audit = try vaultStep { () throws(VaultError) in try LeakAudit(of: vault) }
        let report = Progress.during("Searching the logs", console) { audit.scan(files) }
        try console.answer(LeakText.page(report, of: files.count), json: LeakJSON.value(report))
        return switch report.verdict {
        case .clean: .done
        case .leaks: .refused
        case .undecided: .failed
        }
    }
}
