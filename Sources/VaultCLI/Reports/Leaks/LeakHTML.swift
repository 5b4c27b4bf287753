import LeakAudit
import SessionVault

/// What a search for leaks found, as one page for a browser: no script, nothing from elsewhere.
enum LeakHTML {
    static func page(_ search: LeakSearchResult) -> String {
        let report = search.report
        var body = HTMLText()
        body.element("h1", "Leak audit")
        body.element("p", LeakWording.verdict(of: report), style: "verdict \(report.verdict)")
        for mend in LeakWording.mends(of: report) {
            body.element("p", mend.filter { $0 != "`" }, style: "advice")
        }
        addFindings(of: search, to: &body)
        addCoverage(of: report, to: &body)
        addVault(of: search, to: &body)
        addSettings(of: search, to: &body)
        return LeakStyle.head + body.text + "</main></body></html>\n"
    }

    private static func addFindings(of search: LeakSearchResult, to body: inout HTMLText) {
        let leaks = Dictionary(grouping: search.report.findings, by: \.file)
        let shapes = Dictionary(grouping: search.report.shapes, by: \.file)
        var isNamed: Set<String> = []
        for file in search.files where isNamed.insert(file).inserted {
            let rows = (leaks[file] ?? []).map(row) + (shapes[file] ?? []).map(row)
            guard !rows.isEmpty else { continue }
            body.element("h2", file)
            body.table(["Line", "Bytes", "What", "Whose", "Encoding", "State", "Id"], rows)
        }
        let omitted = search.report.omittedFindings + search.report.omittedShapes
        if omitted > 0 { body.element("p", "\(Wording.number(omitted)) more are not listed.") }
    }

    private static func row(_ finding: LeakFinding) -> HTMLText.Row {
        HTMLText.Row(
            style: finding.retired == nil ? "leaks" : "retired",
            cells: [
                Wording.number(finding.line), bytes(finding.bytes),
                "\(LeakWording.extent(finding.extent)) \(finding.value)",
                "\(finding.account)", finding.encoding, LeakWording.state(of: finding), finding.id,
            ])
    }

    private static func row(_ finding: ShapeFinding) -> HTMLText.Row {
        HTMLText.Row(
            style: "retired",
            cells: [
                Wording.number(finding.line), bytes(finding.bytes), LeakWording.description(of: finding), "unknown",
                "raw",
                "a suspicion", finding.id,
            ])
    }

    private static func bytes(_ range: Range<Int>) -> String {
        "\(Wording.number(range.lowerBound)) to \(Wording.number(range.upperBound - 1))"
    }

    private static func addCoverage(of report: LeakReport, to body: inout HTMLText) {
        body.element("h2", "Coverage")
        body.element("p", "\(Wording.plural(report.searchedValues, "value")) of the vault could be searched for.")
        var gaps = report.unreadFiles.map { "\($0.file): \(LeakWording.reason($0.reason))" }
        if report.unreadableRecords > 0 { gaps.append(LeakWording.unreadableRecords(report.unreadableRecords)) }
        gaps += report.uncovered.map(LeakWording.gap)
        body.list(gaps)
    }

    private static func addVault(of search: LeakSearchResult, to body: inout HTMLText) {
        guard let vault = search.vault else { return }
        body.element("h2", "Vault")
        let outline = vault.outline
        body.table(
            [],
            [
                ["Path", outline.path], ["Id", outline.vaultID], ["Format", "\(outline.format)"],
                ["Made", Wording.time(outline.created)], ["Records", Wording.number(outline.recordCount)],
                ["Opened by", vault.isAuditOnly ? "an auditor's key" : "its owner's key"],
            ].map { HTMLText.Row(cells: $0) })
        body.list(IntegrityText.sentences(of: vault).map(\.0))
    }

    private static func addSettings(of search: LeakSearchResult, to body: inout HTMLText) {
        body.element("h2", "Search")
        body.table(
            [],
            [
                ["Begun", Wording.time(search.began)], ["Files", Wording.number(search.files.count)],
                ["Bytes", Wording.number(search.report.searchedBytes)],
                ["Shapes", search.findsShapes ? "searched for (--shapes)" : "not searched for"],
                ["Program", "vault \(VersionCommand.version)"],
            ].map { HTMLText.Row(cells: $0) })
    }
}
