import LeakAudit
import SessionVault

/// What a search for leaks found, for people.
enum LeakText {
    static func page(_ search: LeakSearchResult) -> Page {
        let report = search.report
        var page = Page()
        page.sentence(LeakWording.summary(of: search))
        addFindings(of: report, to: &page)
        addShapes(of: report, to: &page)
        addGaps(of: report, to: &page)
        page.heading(LeakWording.verdict(of: report))
        for mend in LeakWording.mends(of: report) { page.sentence(mend, .caution) }
        return page
    }

    private static func addFindings(of report: LeakReport, to page: inout Page) {
        guard !report.findings.isEmpty else { return }
        page.heading("Leaks")
        for finding in report.findings {
            page.line(place(finding.file, finding.line, finding.bytes), .bad, indent: 2)
            page.sentence("\(LeakWording.description(of: finding)); \(finding.id)", indent: 4)
        }
    }

    private static func addShapes(of report: LeakReport, to page: inout Page) {
        guard !report.shapes.isEmpty else { return }
        page.heading("Suspicions")
        for finding in report.shapes {
            page.line(place(finding.file, finding.line, finding.bytes), .caution, indent: 2)
            page.sentence("\(LeakWording.description(of: finding)); \(finding.id)", indent: 4)
        }
    }

    private static func place(_ file: String, _ line: Int, _ bytes: Range<Int>) -> String {
        "\(file): line \(line), bytes \(bytes.lowerBound) to \(bytes.upperBound - 1)"
    }

    private static func addGaps(of report: LeakReport, to page: inout Page) {
        let isComplete = report.unreadFiles.isEmpty && report.uncovered.isEmpty && report.unreadableRecords == 0
        guard !isComplete else { return }
        page.heading("Not searched")
        for unread in report.unreadFiles {
            page.sentence("\(unread.file): \(LeakWording.reason(unread.reason))", .caution, indent: 2)
        }
        for value in report.uncovered { page.sentence(LeakWording.gap(value), indent: 2) }
        if report.unreadableRecords > 0 {
            page.sentence(LeakWording.unreadableRecords(report.unreadableRecords), .caution, indent: 2)
        }
    }
}
