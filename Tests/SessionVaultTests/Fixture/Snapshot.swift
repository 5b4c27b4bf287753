import CSQLite
import Foundation

/// Every row of every table of a vault's file, as SQLite shows it to somebody without a key.
struct Snapshot: Equatable {
    private var rows: [String: [[Data]]] = [:]

    /// Reads it; throws where SQLite finds the file damaged.
    init(_ path: String) throws {
        var handle: OpaquePointer?
        let code = unsafe sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil)
        defer { unsafe sqlite3_close_v2(handle) }
        guard code == SQLITE_OK else { throw RawDatabase.Failure(code: code, text: path) }
        let schema = unsafe try Self.rows("SELECT name, sql, type FROM sqlite_schema ORDER BY name", handle)
        rows["sqlite_schema"] = schema
        for entry in schema where entry[2].dropFirst() == Data("table".utf8) {
            let table = String(decoding: entry[0].dropFirst(), as: UTF8.self)
            rows[table] = unsafe try Self.rows("SELECT rowid, * FROM \"\(table)\" ORDER BY rowid", handle)
        }
    }

    private static func rows(_ sql: String, _ handle: OpaquePointer?) throws -> [[Data]] {
        var statement: OpaquePointer?
        defer { unsafe sqlite3_finalize(statement) }
        var code = unsafe sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
        guard code == SQLITE_OK else { throw RawDatabase.Failure(code: code, text: sql) }
        var rows: [[Data]] = []
        while true {
            code = unsafe sqlite3_step(statement)
            guard code == SQLITE_ROW else { break }
            rows.append(unsafe (0..<sqlite3_column_count(statement)).map { unsafe value($0, of: statement) })
        }
        guard code == SQLITE_DONE else { throw RawDatabase.Failure(code: code, text: sql) }
        return rows
    }

    /// A column's type and bytes.
    private static func value(_ column: Int32, of statement: OpaquePointer?) -> Data {
        let kind = Data([UInt8(unsafe sqlite3_column_type(statement, column))])
        guard let start = unsafe sqlite3_column_blob(statement, column) else { return kind }
        let bytes = unsafe Data(bytes: start, count: Int(sqlite3_column_bytes(statement, column)))
        return kind + bytes
    }

    /// The pages of a table and its indexes, from 0.
    static func pages(of table: String, in path: String) throws -> [Int] {
        var handle: OpaquePointer?
        let code = unsafe sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil)
        defer { unsafe sqlite3_close_v2(handle) }
        guard code == SQLITE_OK else { throw RawDatabase.Failure(code: code, text: path) }
        let pages = unsafe try rows(
            "SELECT pageno FROM dbstat WHERE name IN (SELECT name FROM sqlite_schema WHERE tbl_name = '\(table)')",
            handle)
        return pages.compactMap { Int(String(decoding: $0[0].dropFirst(), as: UTF8.self)) }.map { $0 - 1 }.sorted()
    }
}
