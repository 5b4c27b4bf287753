import SessionVault

/// What happened to a vault, for programs.
enum JournalJSON {
    static func value(_ journal: JournalReport, isAuditOnly: Bool) -> JSONValue {
        .answer(
            "inspect-events/1",
            [
                ("audit_only", .bool(isAuditOnly)), ("events", .array(journal.entries.map(entry))),
                ("breaks", breaks(journal.breaks)),
            ])
    }

    static func breaks(_ breaks: [JournalReport.Break]) -> JSONValue { .array(breaks.map(value)) }

    private static func value(_ found: JournalReport.Break) -> JSONValue {
        let (kind, numbers): (String, ClosedRange<UInt64>?) =
            switch found {
            case .altered(let number): ("altered", number...number)
            case .missing(let numbers): ("missing", numbers)
            case .unlinked(let number): ("unlinked", number...number)
            case .wrongEnd: ("wrong-end", nil)
            }
        return .object([
            ("kind", .string(kind)), ("first", .integer(numbers?.lowerBound)), ("last", .integer(numbers?.upperBound)),
        ])
    }

    private static func entry(_ entry: JournalReport.Entry) -> JSONValue {
        let event = entry.event
        return .object([
            ("number", .integer(entry.number)), ("event", .text(event?.kind.description)),
            ("time", .text(event.map { Wording.exactTime($0.time) })),
            ("account", .text(event?.account?.description)), ("about", .integer(event?.number)),
            ("refusal", .text(event?.refusal?.description)), ("branch", .text(event?.branch?.description)),
            ("gate", .text(event?.policy?.description)),
        ])
    }
}
