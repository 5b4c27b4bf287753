import LeakAudit
import SessionVault

/// What a search for leaks found, for people.
enum LeakText {
    static func page(_ report: LeakReport, of fileCount: Int) -> Page {
        var page = Page()
        page.sentence(
            "Searched \(Wording.plural(fileCount, "file")), \(Wording.number(report.searchedBytes)) bytes, for "
                + "\(Wording.plural(report.searchedValues, "value")) of the vault.")
        addFindings(of: report, to: &page)
        addGaps(of: report, to: &page)
        page.heading(verdict(of: report))
        if report.findings.contains(where: { $0.retired == nil }) {
            page.sentence("A value in use has leaked: end its session with `vault logout --account TAG`.", .caution)
        }
        return page
    }

    private static func addFindings(of report: LeakReport, to page: inout Page) {
        guard !report.findings.isEmpty else { return }
        page.heading("Leaks")
        for finding in report.findings {
            let lastByte = finding.bytes.upperBound - 1
            page.line(
                "\(finding.file): line \(finding.line), bytes \(finding.bytes.lowerBound) to \(lastByte)", .bad,
                indent: 2)
            let state = finding.retired.map { "retired \(Wording.time($0))" } ?? "in use"
            page.sentence(
                "\(extent(finding.extent)) \(finding.value) of \(finding.account) as \(finding.encoding), \(state)",
                indent: 4)
        }
    }

    private static func extent(_ extent: LeakFinding.Extent) -> String {
        switch extent {
        case .whole: "the whole"
        case .head: "the beginning of the"
        case .tail: "the end of the"
        }
    }

    private static func addGaps(of report: LeakReport, to page: inout Page) {
        let isComplete = report.unreadFiles.isEmpty && report.uncovered.isEmpty && report.unreadableRecords == 0
        guard !isComplete else { return }
        page.heading("Not searched")
        for unread in report.unreadFiles {
            page.line("\(unread.file): \(reason(unread.reason))", .caution, indent: 2)
        }
        for value in report.uncovered {
            page.sentence(
                "the \(value.value) of \(value.account): too easy to guess to be searched for safely", indent: 2)
        }
        if report.unreadableRecords > 0 {
            page.sentence(
                "\(Wording.plural(report.unreadableRecords, "record does", "records do")) not open; see `vault inspect`.",
                .caution, indent: 2)
        }
    }

    private static func reason(_ reason: UnreadFile.Reason) -> String {
        switch reason {
        case .absent: "there is no such file"
        case .folder: "this is a folder; name the files in it"
        case .special: "this is a device or a socket, not a log"
        case .denied: "the system denies access"
        case .inputOutput: "reading failed"
        case .brokenCompression: "its compression is broken or cut off"
        }
    }

    private static func verdict(of report: LeakReport) -> String {
        switch report.verdict {
        case .clean: "Clean: nothing that was searched for is there."
        case .leaks: "\(Wording.plural(report.findings.count + report.omittedFindings, "leak")) found."
        case .undecided: "Nothing was found, but not everything could be searched."
        }
    }
}
