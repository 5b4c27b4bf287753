import SessionVault

/// Records of one kind or one session, for people.
enum RecordTable {
    static func add(_ records: [RecordReport], to page: inout Page, indent: Int) {
        let head = ["RECORD", "STATE", "EPOCH", "WRITE", "SEALED BYTES", "WRITTEN"].map { Page.Cell($0, .faint) }
        page.table([head] + records.map(row), indent: indent)
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
        case .metadataDamaged: .init("damaged", .bad)
        case .bodyDamaged: .init("body damaged", .bad)
        case .bodyUnchecked: .init("readable")
        case .later: .init("of a later version")
        }
    }

    private static func addCoverage(of records: [RecordReport.Details], to page: inout Page, indent: Int) {
        let coverage = records.flatMap(\.coverage)
        let found = coverage.filter { $0.isCovered && $0.retired == nil }
        let retired = coverage.count { $0.isCovered && $0.retired != nil }
        let missed = coverage.filter { !$0.isCovered }
        if !found.isEmpty || retired > 0 {
            let names = found.map(\.value.description) + (retired > 0 ? [Wording.plural(retired, "retired value")] : [])
            page.sentence("a leak audit finds: \(names.joined(separator: ", "))", indent: indent)
        }
        if !missed.isEmpty {
            let names = missed.map(\.value.description).joined(separator: ", ")
            page.sentence("a leak audit can't find: \(names) (too easy to guess)", .caution, indent: indent)
        }
    }
}
