import RawSQLite

/// The peer of the storage suite: the same SQLite with the same pragmas, and rows of the same size, without sealing.
@safe
final class RawDatabase {
    struct Failure: Error {}

    private var database: OpaquePointer?
    private var statements: [OpaquePointer] = unsafe []
    private let metadata: [UInt8]
    private var body: [UInt8]

    private enum Step: Int {
        case begin, put, commit, get, part
    }

    /// Makes a database at `path` for rows with parts of these sizes in bytes.
    init(path: String, metadataSize: Int, bodySize: Int) throws {
        metadata = [UInt8](repeating: 0x5a, count: metadataSize)
        body = [UInt8](repeating: 0xa5, count: bodySize)
        guard unsafe sqlite3_open(path, &database) == SQLITE_OK else { throw Failure() }
        for sql in [
            "PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", "PRAGMA secure_delete = ON",
            """
            CREATE TABLE record (id INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE, epoch INTEGER NOT NULL,
            version INTEGER NOT NULL, metadata BLOB NOT NULL, body BLOB NOT NULL) STRICT
            """,
        ] {
            guard unsafe sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK else { throw Failure() }
        }
        for sql in [
            "BEGIN IMMEDIATE",
            """
            INSERT INTO record (name, epoch, version, metadata, body) VALUES (?1, 1, 1, ?2, ?3)
            ON CONFLICT (name) DO UPDATE SET metadata = ?2, body = ?3
            """,
            "COMMIT", "SELECT metadata, body FROM record WHERE name = ?1",
            "SELECT id, name, metadata, body FROM record WHERE id > ?1 ORDER BY id LIMIT ?2",
        ] {
            var statement: OpaquePointer?
            guard unsafe sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK,
                let statement = unsafe statement
            else { throw Failure() }
            unsafe statements.append(statement)
        }
    }

    deinit {
        while let statement = unsafe statements.popLast() { unsafe sqlite3_finalize(statement) }
        unsafe sqlite3_close(database)
    }

    /// Writes one row durably.
    func put(_ name: [UInt8]) {
        putAll([name])
    }

    /// Writes rows durably, in one transaction.
    func putAll(_ names: some Sequence<[UInt8]>) {
        // SQLite writes nothing, and flushes nothing, where a row's bytes stay the same.
        body[0] &+= 1
        run(.begin)
        let statement = unsafe statements[Step.put.rawValue]
        for name in names {
            unsafe raw_bind_blob(statement, 1, name, CInt(name.count))
            unsafe raw_bind_blob(statement, 2, metadata, CInt(metadata.count))
            unsafe raw_bind_blob(statement, 3, body, CInt(body.count))
            run(.put)
        }
        run(.commit)
    }

    /// Reads one row, and returns how many bytes it has.
    func get(_ name: [UInt8]) -> Int {
        let statement = unsafe statements[Step.get.rawValue]
        unsafe raw_bind_blob(statement, 1, name, CInt(name.count))
        guard unsafe sqlite3_step(statement) == SQLITE_ROW else { preconditionFailure("the row is not there") }
        let size = unsafe sqlite3_column_bytes(statement, 0) + sqlite3_column_bytes(statement, 1)
        unsafe sqlite3_reset(statement)
        return Int(size)
    }

    /// Reads every row and writes it anew, in durable transactions of so many rows each.
    func rewriteAll(atOnce count: Int) {
        var last: Int64 = -1
        while true {
            let names = rows(after: last, atMost: count) { last = $0 }
            guard !names.isEmpty else { return }
            putAll(names)
        }
    }

    private func rows(after id: Int64, atMost count: Int, _ body: (Int64) -> Void) -> [[UInt8]] {
        let statement = unsafe statements[Step.part.rawValue]
        unsafe sqlite3_bind_int64(statement, 1, id)
        unsafe sqlite3_bind_int64(statement, 2, Int64(count))
        var names: [[UInt8]] = []
        while unsafe sqlite3_step(statement) == SQLITE_ROW {
            body(unsafe sqlite3_column_int64(statement, 0))
            let columns = (1...3).map { column in
                unsafe Array(
                    UnsafeRawBufferPointer(
                        start: sqlite3_column_blob(statement, CInt(column)),
                        count: Int(sqlite3_column_bytes(statement, CInt(column)))))
            }
            names.append(columns[0])
        }
        unsafe sqlite3_reset(statement)
        return names
    }

    private func run(_ step: Step) {
        let statement = unsafe statements[step.rawValue]
        precondition(unsafe sqlite3_step(statement) == SQLITE_DONE)
        unsafe sqlite3_reset(statement)
    }
}
