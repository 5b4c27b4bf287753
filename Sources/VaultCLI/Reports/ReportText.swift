import SessionVault

/// What is in a vault, for people.
enum ReportText {
    static func page(_ report: VaultReport) -> Page {
        let now = UnixTime.now
        var page = Page()
        OutlineText.add(report.outline, to: &page)
        addState(of: report, to: &page)
        addFindings(report.findings(at: now), to: &page)
        addSessions(of: report, at: now, to: &page)
        let secrets = report.records.filter { $0.details?.kind == .secret }
        if !secrets.isEmpty {
            page.heading("Plain secrets")
            RecordTable.add(secrets, to: &page, indent: 2)
        }
        let logouts = report.records.filter { $0.details?.kind == .pendingLogout }
        if !logouts.isEmpty {
            page.heading("Logouts that the server has yet to be asked for")
            RecordTable.add(logouts, to: &page, indent: 2)
        }
        let unreadable = report.records.filter { $0.details == nil }
        if !unreadable.isEmpty {
            page.heading("Unreadable records")
            RecordTable.add(unreadable, to: &page, indent: 2)
        }
        return page
    }

    private static func addState(of report: VaultReport, to page: inout Page) {
        page.heading("State")
        for (sentence, tone) in IntegrityText.sentences(of: report) { page.sentence(sentence, tone, indent: 2) }
        let events = report.journal.entries.count
        if events > 0 {
            page.sentence("The journal has \(Wording.plural(events, "event")): `vault inspect --events`.", indent: 2)
        }
        if report.isLockedInMemory {
            page.sentence("This process could lock its secrets in memory.", indent: 2)
        } else {
            page.sentence(
                "This process could not lock its secrets in memory, so they may be swapped out: raise `ulimit -l`.",
                .caution, indent: 2)
        }
    }

    private static func addFindings(_ findings: [Finding], to page: inout Page) {
        guard !findings.isEmpty else { return }
        page.heading("Findings")
        for finding in findings {
            page.sentence("\(finding.severity): \(finding.text) \(finding.mend)", tone(of: finding), indent: 2)
        }
    }

    private static func tone(of finding: Finding) -> Tone {
        switch finding.severity {
        case .note: .plain
        case .warning: .caution
        case .serious: .bad
        }
    }

    private static func addSessions(of report: VaultReport, at now: UnixTime, to page: inout Page) {
        page.heading("Sessions")
        if report.sessions.isEmpty { page.sentence("None.", indent: 2) }
        for (number, session) in report.sessions.enumerated() {
            if number > 0 { page.blank() }
            page.sentence(session.account.description, .strong, indent: 2)
            page.sentence(
                "provisional on disk; active once a program's request is settled", .caution, indent: 4)
            page.sentence("admitted \(Wording.time(session.admitted)) by \(session.branch)", indent: 4)
            if session.policy == .open {
                page.sentence("gate: open, every role is let in", .caution, indent: 4)
            } else {
                page.sentence("gate: \(session.policy)", indent: 4)
            }
            page.sentence("token ends \(Wording.expiry(session.expiry, at: now))", indent: 4)
            RecordTable.add(session.records, to: &page, indent: 4)
        }
    }
}
