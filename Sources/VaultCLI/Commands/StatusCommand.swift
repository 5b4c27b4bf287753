import SessionVault

/// `vault status`.
enum StatusCommand {
    static func run(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ExitStatus {
        let vault = try KeyInput.openVault(invocation, console)
        let report = try vaultStep { () throws(VaultError) in try vault.inspect() }
        try console.answer(page(report), json: json(report))
        return report.damagedRecords.isEmpty ? .done : .refused
    }

    private static func page(_ report: VaultReport) -> Page {
        var page = Page()
        let now = UnixTime.now
        if report.sessions.isEmpty {
            page.sentence("No session is stored.")
        } else {
            let head = ["ACCOUNT", "BRANCH", "GATE", "AGE", "EXPIRES", "STATE"].map { Page.Cell($0, .faint) }
            page.table([head] + report.sessions.map { row($0, at: now) }, indent: 0)
        }
        let damaged = report.damagedRecords.count
        if damaged > 0 {
            page.sentence(
                "\(Wording.plural(damaged, "record does", "records do")) not open; see `vault inspect`.", .bad)
        }
        return page
    }

    private static func row(_ session: SessionReport, at now: UnixTime) -> [Page.Cell] {
        [
            .init(session.account.description, .strong), .init(session.branch.description),
            .init(session.policy.description, session.policy == .open ? .caution : .plain),
            .init(Wording.age(of: session.admitted, at: now)), .init(Wording.expiry(session.expiry, at: now)),
            .init("provisional", .caution),
        ]
    }

    private static func json(_ report: VaultReport) -> JSONValue {
        .answer(
            "status/1",
            [
                ("sessions", .array(report.sessions.map(ReportJSON.session))),
                ("damaged_records", .integer(report.damagedRecords.count)),
            ])
    }
}
