/// Every statement that runs on a vault.
///
/// A statement is known by its number, so that finding it again hashes no text.
enum SQL: Int, CaseIterable {
    case begin, beginImmediate, commit, rollback, selectHeader, putHeader, selectSlots, insertSlot, deleteSlot,
        selectEpochs, insertEpoch, deleteEpoch, selectManifest, putManifest, selectRecord, selectRecords,
        selectIndex, selectOlderRecords, countRecords, putRecord, deleteRecord, selectQuarantine,
        selectEpochsInUse, quarantineRecord, insertQuarantined, deleteRecordRow, deleteQuarantined,
        clearQuarantine, selectEvents, insertEvent, deleteOtherEvents, deleteEvents, dataVersion, selectSchema,
        updateRecord

    var text: String {
        switch self {
        case .begin: "BEGIN"
        case .beginImmediate: "BEGIN IMMEDIATE"
        case .commit: "COMMIT"
        case .rollback: "ROLLBACK"
        case .selectHeader: "SELECT vault_id, created, mac FROM header WHERE id = 1"
        case .putHeader: "INSERT OR REPLACE INTO header (id, vault_id, created, mac) VALUES (1, ?1, ?2, ?3)"
        case .selectSlots: "SELECT number, bytes FROM slot ORDER BY number"
        case .insertSlot: "INSERT INTO slot (bytes) VALUES (?1)"
        case .deleteSlot: "DELETE FROM slot WHERE number = ?1"
        case .selectEpochs: "SELECT number, content, metadata FROM epoch ORDER BY number"
        case .insertEpoch: "INSERT INTO epoch (number, content, metadata) VALUES (?1, ?2, ?3)"
        case .deleteEpoch: "DELETE FROM epoch WHERE number = ?1"
        case .selectManifest: "SELECT sealed FROM manifest WHERE id = 1"
        case .putManifest: "INSERT OR REPLACE INTO manifest (id, sealed) VALUES (1, ?1)"
        case .selectRecord:
            // The name is the row's own; SQLite would take it from the index. No row where an entry leads gives an empty name.
            """
            SELECT kept.name, kept.epoch, kept.version, kept.metadata, kept.body, entry.id
            FROM record AS entry INDEXED BY sqlite_autoindex_record_1 LEFT JOIN record AS kept ON kept.id = entry.id
            WHERE entry.name = ?1
            """
        case .selectRecords: "SELECT name, epoch, version, metadata, body, id FROM record ORDER BY id"
        case .selectIndex: "SELECT id, name FROM record INDEXED BY sqlite_autoindex_record_1 ORDER BY name"
        case .selectOlderRecords:
            """
            SELECT name, epoch, version, metadata, body, id FROM record WHERE id >= ?2 AND epoch < ?1 ORDER BY id
            """
        case .countRecords: "SELECT count(*) FROM record"
        case .putRecord:
            """
            INSERT INTO record (name, epoch, version, metadata, body) VALUES (?1, ?2, ?3, ?4, ?5)
            ON CONFLICT (name) DO UPDATE SET epoch = ?2, version = ?3, metadata = ?4, body = ?5
            """
        case .deleteRecord: "DELETE FROM record WHERE name = ?1"
        case .selectQuarantine: "SELECT name, epoch, version, metadata, body FROM quarantine ORDER BY id"
        case .selectEpochsInUse: "SELECT DISTINCT epoch FROM record UNION SELECT epoch FROM quarantine"
        case .quarantineRecord:
            """
            INSERT INTO quarantine (name, epoch, version, metadata, body)
            SELECT name, epoch, version, metadata, body FROM record WHERE id = ?1
            """
        case .insertQuarantined:
            """
            INSERT INTO quarantine (name, epoch, version, metadata, body) VALUES (?1, ?2, ?3, ?4, ?5)
            """
        case .deleteRecordRow: "DELETE FROM record WHERE id = ?1"
        case .deleteQuarantined: "DELETE FROM quarantine WHERE name = ?1"
        case .clearQuarantine: "DELETE FROM quarantine"
        case .selectEvents: "SELECT number, sealed FROM event ORDER BY number"
        case .insertEvent: "INSERT INTO event (number, sealed) VALUES (?1, ?2)"
        case .deleteOtherEvents: "DELETE FROM event WHERE number < ?1 OR number >= ?2"
        case .deleteEvents: "DELETE FROM event WHERE number < ?1"
        case .dataVersion: "PRAGMA data_version"
        case .selectSchema: "SELECT sql FROM sqlite_schema"
        case .updateRecord: "UPDATE record SET epoch = ?2, version = ?3, metadata = ?4, body = ?5 WHERE id = ?1"
        }
    }
}
