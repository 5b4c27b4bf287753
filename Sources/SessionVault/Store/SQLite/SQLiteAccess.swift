/// The statements of a store, on one connection.
struct SQLiteAccess: StoreWriter {
    let connection: SQLiteConnection

    func header() throws(VaultError) -> StoredHeader {
        var header: StoredHeader?
        try connection.statement(.selectHeader).run { row in
            header = StoredHeader(vaultID: row.bytes(0), created: row.integer(1), mac: row.bytes(2))
        }
        guard let header else { throw missing }
        return header
    }

    func slots() throws(VaultError) -> [StoredSlot] {
        var slots: [StoredSlot] = []
        try connection.statement(.selectSlots).run { row in
            slots.append(StoredSlot(number: row.integer(0), bytes: row.bytes(1)))
        }
        return slots
    }

    func epochs() throws(VaultError) -> [Epoch.Wrapped] {
        var epochs: [Epoch.Wrapped] = []
        try connection.statement(.selectEpochs).run { (row) throws(VaultError) in
            epochs.append(
                Epoch.Wrapped(
                    number: try number(row.integer(0)), content: row.bytes(1), metadata: row.bytes(2)))
        }
        return epochs
    }

    func manifest() throws(VaultError) -> [UInt8] {
        var sealed: [UInt8]?
        try connection.statement(.selectManifest).run { row in sealed = row.bytes(0) }
        guard let sealed else { throw missing }
        return sealed
    }

    func row(named name: [UInt8]) throws(VaultError) -> RecordRow? {
        var found: RecordRow?
        try connection.statement(.selectRecord).run([.bytes(name)]) { row in found = Self.row(in: row) }
        guard let found else { return nil }
        // An index that was tampered with can lead to another record, which would open under its own name.
        guard found.record.name == name else {
            throw VaultError(.tampered, "a record is not where its name leads", path: connection.path)
        }
        return found
    }

    func recordCount() throws(VaultError) -> Int {
        var count: Int64 = 0
        try connection.statement(.countRecords).run { row in count = row.integer(0) }
        return Int(count)
    }

    func forEachRow(_ body: (Int64, StoredRecord) throws(VaultError) -> Void) throws(VaultError) {
        try connection.statement(.selectRecords).run { (row) throws(VaultError) in
            try body(row.integer(5), Self.record(in: row))
        }
    }

    func forEachIndexed(_ body: (Int64, [UInt8]) throws(VaultError) -> Void) throws(VaultError) {
        try connection.statement(.selectIndex).run { (row) throws(VaultError) in
            try body(row.integer(0), row.bytes(1))
        }
    }

    func forEachQuarantined(_ body: (StoredRecord) throws(VaultError) -> Void) throws(VaultError) {
        try connection.statement(.selectQuarantine).run { (row) throws(VaultError) in
            try body(Self.record(in: row))
        }
    }

    func epochsInUse() throws(VaultError) -> Set<UInt32> {
        var epochs: Set<UInt32> = []
        try connection.statement(.selectEpochsInUse).run { row in
            if let epoch = UInt32(exactly: row.integer(0)) { epochs.insert(epoch) }
        }
        return epochs
    }

    func forEachEvent(_ body: (StoredEvent) throws(VaultError) -> Void) throws(VaultError) {
        try connection.statement(.selectEvents).run { (row) throws(VaultError) in
            try body(StoredEvent(number: UInt64(exactly: row.integer(0)) ?? .max, sealed: row.bytes(1)))
        }
    }

    func records(before epoch: UInt32, from position: Int64) throws(VaultError) -> [RecordRow] {
        var batch = RecordBatch()
        let values: [SQLiteValue] = [.integer(Int64(epoch)), .integer(position)]
        try connection.statement(.selectOlderRecords).runWhile(values) { row in batch.take(Self.row(in: row)) }
        return batch.rows
    }

    func setHeader(_ header: StoredHeader) throws(VaultError) {
        try connection.statement(.putHeader).run([.bytes(header.vaultID), .integer(header.created), .bytes(header.mac)])
    }

    func addSlot(_ bytes: [UInt8]) throws(VaultError) {
        try connection.statement(.insertSlot).run([.bytes(bytes)])
    }

    func removeSlot(_ number: Int64) throws(VaultError) {
        try connection.statement(.deleteSlot).run([.integer(number)])
    }

    func addEpoch(_ epoch: Epoch.Wrapped) throws(VaultError) {
        try connection.statement(.insertEpoch).run([
            .integer(Int64(epoch.number)), .bytes(epoch.content), .bytes(epoch.metadata),
        ])
    }

    func removeEpoch(_ number: UInt32) throws(VaultError) {
        try connection.statement(.deleteEpoch).run([.integer(Int64(number))])
    }

    func setManifest(_ bytes: [UInt8]) throws(VaultError) {
        try connection.statement(.putManifest).run([.bytes(bytes)])
    }

    func put(_ record: StoredRecord) throws(VaultError) {
        try connection.statement(.putRecord).run(Self.columns(of: record))
    }

    func replace(row: Int64, with record: StoredRecord) throws(VaultError) {
        try connection.statement(.updateRecord).run([
            .integer(row), .integer(Int64(record.epoch)), .integer(Int64(clamping: record.version)),
            .bytes(record.metadata), .bytes(record.body),
        ])
    }

    func rebuildIndex(preferring isReadable: (StoredRecord) -> Bool) throws(VaultError) -> Int {
        do throws(VaultError) {
            try connection.execute("REINDEX record")
            return 0
        } catch {
            guard error.code == .tampered else { throw error }
        }
        return try setDoublesAside(isReadable)
    }

    /// Moves all rows of a name but one to the quarantine: written to through a damaged index, a name may have got a second.
    private func setDoublesAside(_ isReadable: (StoredRecord) -> Bool) throws(VaultError) -> Int {
        var best: [[UInt8]: (row: Int64, version: UInt64, isReadable: Bool)] = [:]
        var doubles: [Int64] = []
        try forEachRow { number, record in
            let row = (row: number, version: record.version, isReadable: isReadable(record))
            guard let other = best[record.name] else {
                best[record.name] = row
                return
            }
            let isBetter = row.isReadable == other.isReadable ? row.version > other.version : row.isReadable
            if isBetter { best[record.name] = row }
            doubles.append(isBetter ? other.row : number)
        }
        // Emptied whole, for to take a row out is to look for it in the index.
        try connection.execute("CREATE TEMP TABLE kept AS SELECT * FROM record NOT INDEXED")
        try connection.execute("DELETE FROM record")
        for number in doubles {
            try connection.execute(
                """
                INSERT INTO quarantine (name, epoch, version, metadata, body)
                SELECT name, epoch, version, metadata, body FROM temp.kept WHERE id = \(number)
                """)
            try connection.execute("DELETE FROM temp.kept WHERE id = \(number)")
        }
        try connection.execute("INSERT INTO record SELECT * FROM temp.kept ORDER BY id")
        try connection.execute("DROP TABLE temp.kept")
        return doubles.count
    }

    func quarantine(row: Int64) throws(VaultError) {
        try connection.statement(.quarantineRecord).run([.integer(row)])
        try connection.statement(.deleteRecordRow).run([.integer(row)])
    }

    func addQuarantined(_ record: StoredRecord) throws(VaultError) {
        try connection.statement(.insertQuarantined).run(Self.columns(of: record))
    }

    func removeQuarantined(named name: [UInt8]) throws(VaultError) {
        try connection.statement(.deleteQuarantined).run([.bytes(name)])
    }

    func clearQuarantine() throws(VaultError) {
        try connection.statement(.clearQuarantine).run()
    }

    func addEvent(_ event: StoredEvent) throws(VaultError) {
        try connection.statement(.insertEvent).run([.integer(Int64(clamping: event.number)), .bytes(event.sealed)])
    }

    func keepEvents(_ numbers: Range<UInt64>) throws(VaultError) {
        try connection.statement(.deleteOtherEvents).run([
            .integer(Int64(clamping: numbers.lowerBound)), .integer(Int64(clamping: numbers.upperBound)),
        ])
    }

    func removeEvents(before number: UInt64) throws(VaultError) {
        try connection.statement(.deleteEvents).run([.integer(Int64(clamping: number))])
    }

    func removeRecord(named name: [UInt8]) throws(VaultError) {
        try connection.statement(.deleteRecord).run([.bytes(name)])
    }

    private static func row(in row: SQLiteStatement) -> RecordRow {
        RecordRow(number: row.integer(5), record: record(in: row))
    }

    /// Numbers out of range become ones that no record has, so that the record does not open, and the rest can be read.
    private static func record(in row: SQLiteStatement) -> StoredRecord {
        StoredRecord(
            name: row.bytes(0), epoch: UInt32(exactly: row.integer(1)) ?? .max,
            version: UInt64(exactly: row.integer(2)) ?? .max, metadata: row.bytes(3), body: row.bytes(4))
    }

    /// Numbers that no record has become the greatest that a column holds.
    private static func columns(of record: StoredRecord) -> [SQLiteValue] {
        [
            .bytes(record.name), .integer(Int64(record.epoch)), .integer(Int64(clamping: record.version)),
            .bytes(record.metadata), .bytes(record.body),
        ]
    }

    private func number(_ value: Int64) throws(VaultError) -> UInt32 {
        guard let number = UInt32(exactly: value), number < .max else {
            throw VaultError(.tampered, "an epoch's number is out of range", path: connection.path)
        }
        return number
    }

    private var missing: VaultError {
        VaultError(.tampered, "the header or the manifest is missing", path: connection.path)
    }
}
