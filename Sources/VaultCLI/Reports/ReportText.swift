import SessionVault

/// What is in a vault, for people.
enum ReportText {
    static func page(_ report: VaultReport) -> Page {
        let now = UnixTime.now
        var page = Page()
        OutlineText.add(report.outline, to: &page)
        addState(of: report, to: &page)
        addSessions(of: report, at: now, to: &page)
        let secrets = report.records.filter { $0.details?.kind == .secret }
        if !secrets.isEmpty {
            page.heading("Plain secrets")
            page.table(secrets.map(row))
        }
        let unreadable = report.records.filter { $0.details == nil }
        if !unreadable.isEmpty {
            page.heading("Unreadable records")
            page.table(unreadable.map(row))
        }
        return page
    }

    private static func addState(of report: VaultReport, to page: inout Page) {
        page.heading("State")
        for (sentence, tone) in IntegrityText.sentences(of: report) { page.sentence(sentence, tone, indent: 2) }
        if report.isLockedInMemory {
            page.sentence("This process could lock its secrets in memory.", indent: 2)
        } else {
            page.sentence(
                "This process could not lock its secrets in memory, so they may be swapped out: raise `ulimit -l`.",
                .caution, indent: 2)
        }
    }

    private static func addSessions(of report: VaultReport, at now: UnixTime, to page: inout Page) {
        page.heading("Sessions")
        if report.sessions.isEmpty { page.sentence("None.", indent: 2) }
        for (number, session) in report.sessions.enumerated() {
            if number > 0 { page.blank() }
            page.sentence("\(session.account)", .strong, indent: 2)
            page.sentence("provisional until the server settles a request", .caution, indent: 4)
            page.sentence(
                "admitted \(Wording.time(session.admitted)) by \(session.branch), \(gate(session.policy))",
                session.policy == .open ? .caution : .plain, indent: 4)
            page.sentence("token ends \(Wording.expiry(session.expiry, at: now))", indent: 4)
            page.table(session.records.map(row), indent: 4)
            for record in session.records { addCoverage(of: record, to: &page) }
        }
    }

    static func gate(_ policy: GatePolicy) -> String {
        policy == .open ? "gate: open, every role is let in" : "gate: \(policy)"
    }

    private static func row(_ record: RecordReport) -> [Page.Cell] {
        let sizes = "\(Wording.number(record.sealedMetadataSize))+\(Wording.number(record.sealedBodySize)) bytes"
        return [
            .init(record.details.map { "\($0.kind)" } ?? record.name), condition(of: record),
            .init("epoch \(record.epoch)"), .init("write \(record.version)"), .init(sizes),
            .init(record.details.map { Wording.time($0.updated) } ?? ""),
        ]
    }

    private static func condition(of record: RecordReport) -> Page.Cell {
        switch record.condition {
        case .intact: .init("intact", .good)
        case .metadataDamaged: .init("damaged", .bad)
        case .bodyDamaged: .init("body damaged", .bad)
        }
    }

    private static func addCoverage(of record: RecordReport, to page: inout Page) {
        for covered in record.details?.coverage ?? [] {
            let state = covered.retired.map { "retired \(Wording.time($0))" } ?? "in use"
            page.sentence(
                "leak audit finds the \(covered.value) (\(state)): \(covered.isCovered ? "yes" : "no, too easy to guess")",
                covered.isCovered ? .plain : .caution, indent: 4)
        }
    }
}
