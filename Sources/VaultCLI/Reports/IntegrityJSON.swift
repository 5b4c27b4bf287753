import SessionVault

/// Whether a vault is as it was written, for programs.
enum IntegrityJSON {
    static func members(_ integrity: VaultIntegrity) -> [(String, JSONValue)] {
        [
            ("intact", .bool(integrity.isIntact)), ("header_intact", .bool(integrity.isHeaderIntact)),
            ("manifest", .string(name(of: integrity.manifest))), ("read_through", .bool(integrity.isReadThrough)),
            ("writes", .integer(integrity.sequence)), ("record_count", .integer(integrity.recordCount)),
            ("damaged", .array(integrity.damaged.map(record))),
            ("later_records", .integer(integrity.laterRecordCount)),
            ("quarantined", .integer(integrity.quarantinedCount)),
            ("journal_breaks", JournalJSON.breaks(integrity.journalBreaks)),
        ]
    }

    private static func record(_ record: VaultIntegrity.DamagedRecord) -> JSONValue {
        .object([
            ("position", .integer(record.position)), ("kind", .text(record.kind?.description)),
            ("account", .text(record.account?.description)), ("part", .string(IntegrityText.name(of: record.part))),
        ])
    }

    private static func name(of state: VaultIntegrity.ManifestState) -> String {
        switch state {
        case .intact: "intact"
        case .recordsMissing: "records-missing"
        case .recordsAdded: "records-added"
        case .recordsChanged: "records-changed"
        case .unreadable: "unreadable"
        }
    }
}
