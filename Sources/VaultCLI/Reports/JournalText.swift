import SessionVault

/// What happened to a vault, for people.
enum JournalText {
    private static let mostSentences = 8

    static func page(_ journal: JournalReport, isAuditOnly: Bool) -> Page {
        var page = Page()
        if journal.entries.isEmpty {
            page.sentence("No event is kept.")
        } else {
            let head = ["EVENT", "TIME", "WHAT", "ABOUT"].map { Page.Cell($0, .faint) }
            page.table([head] + journal.entries.map(row), indent: 0)
        }
        page.blank()
        for sentence in sentences(on: journal.breaks) { page.sentence(sentence, .bad) }
        if isAuditOnly {
            page.sentence("This is an auditor's key: whether the newest events are missing can't be checked.", .caution)
        } else if journal.breaks.isEmpty {
            page.sentence("The chain is whole: each event follows from the one before, up to the last.", .good)
        }
        return page
    }

    /// Where the chain breaks.
    static func sentences(on breaks: [JournalReport.Break]) -> [String] {
        let rest = breaks.count - mostSentences
        return breaks.prefix(mostSentences).map(sentence)
            + (rest > 0 ? ["The journal has \(Wording.plural(rest, "more break"))."] : [])
    }

    private static func sentence(on found: JournalReport.Break) -> String {
        switch found {
        case .altered(let number): "Event #\(number) does not open."
        case .missing(let numbers) where numbers.count == 1: "Event #\(numbers.lowerBound) is missing."
        case .missing(let numbers): "Events #\(numbers.lowerBound) to #\(numbers.upperBound) are missing."
        case .unlinked(let number): "Event #\(number) does not follow from the one before it."
        case .wrongEnd: "The journal does not end with what was written last."
        }
    }

    private static func row(_ entry: JournalReport.Entry) -> [Page.Cell] {
        let number = Page.Cell("#\(entry.number)")
        guard let event = entry.event else { return [number, .init(""), .init("does not open", .bad)] }
        return [number, .init(Wording.time(event.time)), .init(event.kind.description, .strong), .init(about(event))]
    }

    private static func about(_ event: JournalEvent) -> String {
        var parts: [String] = []
        if let account = event.account { parts.append(account.description) }
        switch event.kind {
        case .slotAdded, .slotRemoved: parts.append("slot #\(event.number)")
        case .rotated: parts.append("epoch \(event.number)")
        case .restored, .rollbackAccepted: parts.append("write \(event.number)")
        case .repaired: parts.append("\(event.number) set aside")
        default: break
        }
        if let refusal = event.refusal { parts.append(refusal.description) }
        if let branch = event.branch { parts.append(branch.description) }
        if let policy = event.policy { parts.append("gate \(policy)") }
        return parts.joined(separator: ", ")
    }
}
