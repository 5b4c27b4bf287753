/// As many records as one transaction rewrites: so few, and so few bytes, that no other writer waits long.
struct RecordBatch {
    private static let rowLimit = 512
    private static let byteLimit = 4 << 20

    private(set) var rows: [RecordRow] = []
    private var byteCount = 0

    /// Takes a record; false where it is the last that has room.
    mutating func take(_ row: RecordRow) -> Bool {
        rows.append(row)
        byteCount += row.record.metadata.count + row.record.body.count
        return rows.count < Self.rowLimit && byteCount < Self.byteLimit
    }
}
