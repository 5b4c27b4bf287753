import LeakAudit
import Sealing
import SessionVault

/// `vault inspect --logs`.
enum LeakSearch {
    static func run(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ExitStatus {
        let files = invocation.operands
        guard !files.isEmpty else { throw .usage("--logs needs the files to search", of: invocation.command) }
        let vault = try KeyInput.openVault(invocation, console)
        // A page shows the vault's state, too.
        let showsVault = invocation[.format] == "html"
        let (audit, inspection) = try vaultStep { () throws(VaultError) in
            (try LeakAudit(of: vault), showsVault ? try vault.inspect() : nil)
        }
        let began = UnixTime.now
        let report = Progress.telling("Searching the logs:", console) { tell in
            let rate = Rate(of: files.count)
            return audit.scan(files, shapes: invocation.has(.shapes)) { progress in
                if let text = rate.text(progress) { tell(text) }
            }
        }
        let search = LeakSearchResult(
            report: report, files: files, findsShapes: invocation.has(.shapes), vault: inspection, began: began)
        try answer(search, invocation[.format], console)
        return search.status
    }

    private static func answer(
        _ search: LeakSearchResult, _ format: String?, _ console: Console
    ) throws(CommandFailure) {
        switch format {
        case "json": try console.answer(LeakJSON.value(search.report).text)
        case "sarif": try console.answer(LeakSARIF.log(search).text)
        case "html": try console.answer(LeakHTML.page(search))
        default: try console.answer(console.text(of: LeakText.page(search)))
        }
    }

    /// How much was read and how fast, said not more than ten times a second.
    private final class Rate: Sendable {
        private let fileCount: Int
        private let start = ContinuousClock.now
        private let last = Lock(ContinuousClock.now)

        init(of fileCount: Int) {
            self.fileCount = fileCount
        }

        func text(_ progress: AuditProgress) -> String? {
            let now = ContinuousClock.now
            let isDue = last.withLock { last in
                guard now - last >= .milliseconds(100) else { return false }
                last = now
                return true
            }
            guard isDue else { return nil }
            let rate = Double(progress.bytes) / 1e6 / max((now - start) / .seconds(1), 0.001)
            let read = "\(Wording.number(progress.bytes / 1_000_000)) MB, \(Wording.number(Int(rate))) MB/s"
            return fileCount == 1
                ? "\(read) " : "\(read), \(Wording.number(progress.files)) of \(Wording.number(fileCount)) files "
        }
    }
}

/// A search for leaks, with what a report of it says besides.
struct LeakSearchResult: Sendable {
    let report: LeakReport
    let files: [String]
    let findsShapes: Bool
    let vault: VaultReport?
    let began: UnixTime

    var status: ExitStatus {
        switch report.verdict {
        case .clean: .done
        case .leaks: .refused
        case .undecided: .failed
        }
    }
}
