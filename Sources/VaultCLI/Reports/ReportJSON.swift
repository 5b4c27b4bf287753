import SessionVault

/// What is in a vault, for programs.
enum ReportJSON {
    static func value(_ report: VaultReport) -> JSONValue {
        .answer(
            "inspect/1",
            [
                ("unlocked", .bool(true)), ("outline", OutlineJSON.value(report.outline)),
                ("memory_locked", .bool(report.isLockedInMemory)),
                ("audit_only", .bool(report.isAuditOnly)),
                ("integrity", report.integrity.map { .object(IntegrityJSON.members($0)) } ?? .null),
                ("findings", .array(report.findings().map(finding))),
                ("events", .integer(report.journal.entries.count)),
                ("damaged_records", .integer(report.damagedRecords.count)),
                ("sessions", .array(report.sessions.map(session))), ("records", .array(report.records.map(record))),
            ])
    }

    static func session(_ session: SessionReport) -> JSONValue {
        .object([
            ("account", .string(session.account.description)), ("standing", .string("provisional")),
            ("branch", .string(session.branch.description)), ("gate", .string(session.policy.description)),
            ("gate_is_open", .bool(session.policy == .open)),
            ("admitted", .string(Wording.exactTime(session.admitted))),
            ("updated", .string(Wording.exactTime(session.updated))),
            ("expires", .text(session.expiry.time.map(Wording.exactTime))),
            ("records", .array(session.records.map { .string($0.name) })),
        ])
    }

    private static func finding(_ finding: Finding) -> JSONValue {
        .object([
            ("code", .string(finding.code.description)), ("severity", .string(finding.severity.description)),
            ("text", .string(finding.text)), ("mend", .string(finding.mend)),
        ])
    }

    private static func record(_ record: RecordReport) -> JSONValue {
        let details = record.details
        return .object([
            ("name", .string(record.name)), ("condition", .string(condition(of: record))),
            ("kind", .text(details?.kind.description)), ("account", .text(details?.account.description)),
            ("created", .text(details.map { Wording.exactTime($0.created) })),
            ("updated", .text(details.map { Wording.exactTime($0.updated) })),
            ("expires", .text(details?.expiry.time.map(Wording.exactTime))),
            ("branch", .text(details?.branch?.description)), ("gate", .text(details?.policy?.description)),
            ("epoch", .integer(record.epoch)), ("version", .integer(record.version)),
            ("sealed_metadata_size", .integer(record.sealedMetadataSize)),
            ("sealed_body_size", .integer(record.sealedBodySize)),
            ("leak_fingerprints", .array((details?.coverage ?? []).map(coverage))),
        ])
    }

    private static func condition(of record: RecordReport) -> String {
        switch record.condition {
        case .intact: "intact"
        case .metadataDamaged: "metadata-damaged"
        case .bodyDamaged: "body-damaged"
        case .bodyUnchecked: "body-unchecked"
        case .later: "later"
        }
    }

    private static func coverage(_ coverage: AuditCoverage) -> JSONValue {
        .object([
            ("value", .string(coverage.value.description)), ("covered", .bool(coverage.isCovered)),
            ("retired", .text(coverage.retired.map(Wording.exactTime))),
        ])
    }
}
