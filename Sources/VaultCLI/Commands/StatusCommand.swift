import SessionAuth

/// `vault status`.
enum StatusCommand {
    static func run(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ExitStatus {
        if invocation.has(.branches) { return try BranchList.run(invocation, console) }
        guard invocation.has(.check) || !(invocation.has(.server) || invocation.has(.project)) else {
            throw .usage("--server and --project go with --check", of: invocation.command)
        }
        let access = try ServerAccess(invocation)
        let vault = try KeyInput.openVault(invocation, console)
        let report = try vaultStep { () throws(VaultError) in try vault.inspect() }
        var checks: [SessionCheck] = []
        var earlier = EarlierLogouts()
        if invocation.has(.check) {
            earlier = try .finish(in: vault, access, console)
            for session in try vaultStep({ () throws(VaultError) in try vault.sessions() }) {
                checks.append(try .run(session, of: vault, access, console))
            }
        }
        var page = page(report, checks)
        earlier.describe(on: &page)
        try console.answer(page, json: json(report, checks, earlier))
        return status(report, checks)
    }

    /// A clear no comes before a "could not tell".
    private static func status(_ report: VaultReport, _ checks: [SessionCheck]) -> ExitStatus {
        var status = report.isIntact ? ExitStatus.done : .refused
        for check in checks {
            switch check.outcome {
            case .active: break
            case .ended, .rejected: status = .refused
            case .undecided: if status == .done { status = .failed }
            }
        }
        return status
    }

    private static func page(_ report: VaultReport, _ checks: [SessionCheck]) -> Page {
        var page = Page()
        let now = UnixTime.now
        if report.sessions.isEmpty {
            page.sentence("No session is stored.")
        } else {
            let head = ["ACCOUNT", "BRANCH", "GATE", "AGE", "EXPIRES", "STATE"].map { Page.Cell($0, .faint) }
            page.table([head] + report.sessions.map { row($0, checks, at: now) }, indent: 0)
        }
        for check in checks {
            page.sentence("\(check.account): \(check.outcome.explanation)", check.outcome.tone)
            if let cleanup = check.outcome.cleanup { page.table(CleanupText.rows(cleanup)) }
        }
        if !report.isIntact {
            page.sentence("The vault is not intact; see `vault verify`.", .bad)
        }
        return page
    }

    private static func row(_ session: SessionReport, _ checks: [SessionCheck], at now: UnixTime) -> [Page.Cell] {
        let outcome = checks.first { $0.account == session.account }?.outcome
        return [
            .init(session.account.description, .strong), .init(session.branch.description),
            .init(gate(session.policy), session.policy == .open ? .caution : .plain),
            .init(Wording.age(of: session.admitted, at: now)), .init(Wording.expiry(session.expiry, at: now)),
            .init(outcome?.name ?? "provisional", outcome?.tone ?? .caution),
        ]
    }

    /// So short that the table has room; `vault inspect` names every role.
    private static func gate(_ policy: GatePolicy) -> String {
        let roles = policy.description.split(separator: ",")
        return roles.count > 1 ? "\(roles[0])+\(roles.count - 1)" : policy.description
    }

    private static func json(
        _ report: VaultReport, _ checks: [SessionCheck], _ earlier: EarlierLogouts
    ) -> JSONValue {
        .answer(
            "status/1",
            [
                ("sessions", .array(report.sessions.map(ReportJSON.session))),
                (
                    "checks",
                    .array(
                        checks.map {
                            .object([
                                ("account", .string($0.account.description)), ("state", .string($0.outcome.name)),
                                ("explanation", .string($0.outcome.explanation)),
                                ("cleanup", $0.outcome.cleanup.map(CleanupText.json) ?? .null),
                            ])
                        })
                ),
                ("earlier_logouts", earlier.json), ("intact", .bool(report.isIntact)),
            ])
    }
}
