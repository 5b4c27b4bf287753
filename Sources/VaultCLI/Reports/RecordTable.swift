import SessionVault

/// Records of one kind or one session, for people.
enum RecordTable {
    static func add(_ records: [RecordReport], to page: inout Page, indent: Int) {
        let isDated = records.contains { $0.details != nil }
        let head = ["RECORD", "STATE", "EPOCH", "WRITE", "SEALED BYTES"] + (isDated ? ["WRITTEN"] : [])
        page.table([head.map { Page.Cell($0, .faint) }] + records.map(row), indent: indent)
        addCoverage(of: records.compactMap(\.details), to: &page, indent: indent)
    }

    private static func row(_ record: RecordReport) -> [Page.Cell] {
        [
            .init(name(of: record)), condition(of: record), .init("\(record.epoch)"), .init("\(record.version)"),
            .init("\(record.sealedMetadataSize)+\(record.sealedBodySize)"),
            .init(record.details.map { Wording.time($0.updated) } ?? ""),
        ]
    }

    /// A session's records need no more than their kind; others are told apart by their account's tag or blinded name.
    private static func name(of record: RecordReport) -> String {
        guard let details = record.details else { return record.name }
        return [.secret, .pendingLogout].contains(details.kind) ? details.account.description : details.kind.description
    }

    private static func condition(of record: RecordReport) -> Page.Cell {
        switch record.condition {
        case .intact: .init("intact", .good)
        case .metadataDamaged: .init("unreadable", .bad)
        case .bodyDamaged: .init("damaged", .bad)
        case .bodyUnchecked: .init("readable")
        case .later: .init("of a later version")
        }
    }

    private static func addCoverage(of records: [RecordReport.Details], to page: inout Page, indent: Int) {
        let values = records.flatMap { record in record.coverage.map { (name: name(of: $0, in: record), $0) } }
        let found = values.filter { $1.isCovered && $1.retired == nil }.map(\.name)
        let retired = values.count { $1.isCovered && $1.retired != nil }
        let missed = values.filter { !$1.isCovered }.map(\.name)
        if !found.isEmpty || retired > 0 {
            let names = found + (retired > 0 ? [Wording.plural(retired, "retired value")] : [])
            page.sentence("a leak audit finds: \(names.joined(separator: ", "))", indent: indent)
        }
        if !missed.isEmpty {
            page.sentence(
                "a leak audit can't find: \(missed.joined(separator: ", ")) (too easy to guess)", .caution,
                indent: indent)
        }
    }

    /// Plain secrets are all of one kind, and told apart by their tags.
    private static func name(of value: AuditCoverage, in record: RecordReport.Details) -> String {
        record.kind == .secret ? record.account.description : value.value.description
    }
}
