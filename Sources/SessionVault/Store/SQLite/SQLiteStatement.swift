import CSQLite
import Glibc
import Sealing

/// A prepared statement that is kept for the life of its connection.
///
/// Only one run at a time: bind, step, read columns, reset.
@safe
final class SQLiteStatement {
    private let handle: OpaquePointer
    private let database: OpaquePointer
    private let path: String

    init(_ sql: String, on database: OpaquePointer, path: String) throws(VaultError) {
        var handle: OpaquePointer?
        errno = 0
        let code = unsafe sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
        guard code == SQLITE_OK, let handle = unsafe handle else {
            throw unsafe .sqlite(code, of: database, path: path, cause: errno)
        }
        unsafe self.handle = handle
        unsafe self.database = database
        self.path = path
    }

    deinit {
        unsafe sqlite3_finalize(handle)
    }

    /// Binds the values from the one at `index` on, and calls `body` while SQLite can read them where they stand.
    private func withBound(
        _ values: [SQLiteValue], from index: Int = 0, _ body: () throws(VaultError) -> Void
    ) throws(VaultError) {
        guard index < values.count else { return try body() }
        let place = CInt(index + 1)
        switch values[index] {
        case .integer(let number):
            try require(unsafe sqlite3_bind_int64(handle, place, number))
            try withBound(values, from: index + 1, body)
        case .bytes(let bytes):
            try bytes.withRawSpan { (bytes) throws(VaultError) in
                try unsafe bytes.withUnsafeBytes { (bytes) throws(VaultError) in
                    try unsafe bind(bytes, at: place)
                    try withBound(values, from: index + 1, body)
                }
            }
        }
    }

    private func bind(_ bytes: UnsafeRawBufferPointer, at index: CInt) throws(VaultError) {
        guard let count = CInt(exactly: bytes.count) else { throw VaultError(.tooLarge, path: path) }
        guard let start = bytes.baseAddress, count > 0 else {
            return try require(unsafe sqlite3_bind_zeroblob(handle, index, 0))
        }
        try require(unsafe sqlite3_bind_blob(handle, index, start, count, nil))
    }

    private func require(_ code: CInt) throws(VaultError) {
        guard code == SQLITE_OK else { throw unsafe .sqlite(code, of: database, path: path) }
    }

    /// Moves to the next row; false after the last.
    func step() throws(VaultError) -> Bool {
        errno = 0
        let code = unsafe sqlite3_step(handle)
        let cause = errno
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw unsafe .sqlite(code, of: database, path: path, cause: cause)
        }
    }

    func integer(_ column: CInt) -> Int64 {
        unsafe sqlite3_column_int64(handle, column)
    }

    /// A blob's bytes; none where the column holds something else, which only damage puts into a vault's tables.
    func bytes(_ column: CInt) -> [UInt8] {
        guard unsafe sqlite3_column_type(handle, column) == SQLITE_BLOB else { return [] }
        return text(column)
    }

    /// A text's bytes.
    func text(_ column: CInt) -> [UInt8] {
        guard let start = unsafe sqlite3_column_blob(handle, column) else { return [] }
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }

    func reset() {
        unsafe sqlite3_reset(handle)
        unsafe sqlite3_clear_bindings(handle)
    }

    /// Runs the statement with these values and hands each row to `row`.
    func run(
        _ values: [SQLiteValue] = [], row: (SQLiteStatement) throws(VaultError) -> Void = { _ in }
    ) throws(VaultError) {
        try runWhile(values) { (statement) throws(VaultError) in
            try row(statement)
            return true
        }
    }

    /// Runs the statement with these values as long as `row`, which is handed each row, returns true.
    func runWhile(
        _ values: [SQLiteValue], row: (SQLiteStatement) throws(VaultError) -> Bool
    ) throws(VaultError) {
        defer { reset() }
        try withBound(values) { () throws(VaultError) in
            defer { reset() }
            while try step(), try row(self) {}
        }
    }
}

/// A value that is bound to a statement.
enum SQLiteValue {
    case integer(Int64)
    case bytes([UInt8])
}
