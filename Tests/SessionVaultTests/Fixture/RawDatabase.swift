import CSQLite
import SessionVault

/// A vault's file in the hands of somebody who has SQLite and no key.
enum RawDatabase {
    struct Failure: Error {
        let code: Int32
        let text: String
    }

    /// Runs statements with every protection of SQLite off, then closes the file with its WAL folded in.
    static func run(_ statements: String..., on path: String) throws {
        try run(statements, on: path)
    }

    static func run(_ statements: [String], on path: String) throws {
        var handle: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        guard unsafe sqlite3_open_v2(path, &handle, flags, nil) == SQLITE_OK else { throw Failure(code: 0, text: path) }
        defer { unsafe sqlite3_close_v2(handle) }
        for statement in statements {
            let code = unsafe sqlite3_exec(handle, statement, nil, nil, nil)
            guard code == SQLITE_OK else {
                throw Failure(code: code, text: unsafe String(cString: sqlite3_errmsg(handle)))
            }
        }
    }

    /// Changes one byte of a blob; a negative offset counts from the end.
    static func alter(_ column: String, of table: String, where condition: String, at offset: Int, on path: String)
        throws
    {
        let position = offset < 0 ? "length(\(column)) + 1 + \(offset)" : "\(offset + 1)"
        try run(
            """
            UPDATE \(table) SET \(column) = CAST(substr(\(column), 1, \(position) - 1)
                || CASE WHEN substr(\(column), \(position), 1) = x'00' THEN x'01' ELSE x'00' END
                || substr(\(column), \(position) + 1) AS BLOB) WHERE \(condition)
            """, on: path)
    }
}
