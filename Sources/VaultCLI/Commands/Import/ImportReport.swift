import SessionVault

/// What an import did: which names, what was left out, and what became of the source.
struct ImportReport {
    let source: ForeignStore
    let outcomes: [StoringOutcome]
    let fate: SourceFate

    private var refusals: Int { outcomes.count { $0 == .refused } }

    /// Status 1 where a value of the vault was not replaced, or a source that was to go is still there.
    var status: ExitStatus {
        if case .refused = fate { return .refused }
        return refusals > 0 ? .refused : .done
    }

    var page: Page {
        var page = Page()
        if source.secrets.isEmpty {
            page.sentence("There is no secret in \(source.path).")
        } else {
            let head = ["SERVICE", "ACCOUNT", ""].map { Page.Cell($0, .faint) }
            let rows = zip(source.secrets, outcomes).map { secret, outcome in
                [Page.Cell(secret.name.service, .strong), .init(secret.name.account), Self.cell(outcome)]
            }
            page.table([head] + rows, indent: 0)
        }
        for leftover in source.leftovers { page.sentence("Not taken over: \(leftover.text).", .caution) }
        if refusals > 0 {
            page.sentence("--replace puts the source's value in the place of the vault's.", .caution)
        }
        if source.kind != "pass", !source.secrets.isEmpty, source.files.contains(where: \.isOpenToOthers) {
            page.sentence("Others could read \(source.path): consider what it held as seen.", .caution)
        }
        addFate(to: &page)
        return page
    }

    private static func cell(_ outcome: StoringOutcome) -> Page.Cell {
        switch outcome {
        case .stored: Page.Cell("stored", .good)
        case .replaced: Page.Cell("replaced", .good)
        case .alreadyThere: Page.Cell("was there already")
        case .refused: Page.Cell("not stored: the vault has another value", .caution)
        }
    }

    private func addFate(to page: inout Page) {
        switch fate {
        case .kept:
            if !source.secrets.isEmpty { page.sentence("\(source.path) is still there, as it was.") }
        case .unasked:
            page.sentence(
                "\(source.path) is still there, as it was. `vault import \(source.kind) … --shred` overwrites and removes "
                    + "it, --keep leaves this out.", .caution)
        case .removed(let count):
            page.sentence(
                "\(source.path): \(Wording.plural(count, "file")) overwritten and removed. On an SSD, on a file system that "
                    + "copies on write, and in backups\(source.kind == "pass" ? " and git's history" : ""), older bytes "
                    + "may remain: renew what matters.", .good)
        case .refused(let reason, let removed):
            let done = removed > 0 ? " \(Wording.plural(removed, "file")) before it were removed." : ""
            page.sentence("\(source.path) was not removed: \(reason).\(done)", .bad)
        }
    }

    var json: JSONValue {
        let secrets = zip(source.secrets, outcomes).map { secret, outcome in
            JSONValue.object(SecretNames.json(secret.name) + [("outcome", .string(Self.word(outcome)))])
        }
        let leftovers = source.leftovers.map { leftover in
            JSONValue.object([("line", .integer(leftover.line)), ("what", .string(leftover.what))])
        }
        return .answer(
            "import/1",
            [
                ("kind", .string(source.kind)), ("path", .string(source.path)), ("secrets", .array(Array(secrets))),
                ("not_taken_over", .array(leftovers)), ("source", .string(fateWord)),
                ("removed_files", .integer(removed)),
            ])
    }

    private static func word(_ outcome: StoringOutcome) -> String {
        switch outcome {
        case .stored: "stored"
        case .replaced: "replaced"
        case .alreadyThere: "already-there"
        case .refused: "refused"
        }
    }

    private var fateWord: String {
        switch fate {
        case .kept, .unasked: "kept"
        case .removed: "removed"
        case .refused: "not-removed"
        }
    }

    private var removed: Int {
        switch fate {
        case .kept, .unasked: 0
        case .removed(let count), .refused(_, let count): count
        }
    }
}
