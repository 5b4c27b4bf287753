import CSQLite

/// One connection to a vault's file, set up so that a hostile file can do nothing but fail.
///
/// Unchecked: ``SQLiteStore`` uses it under its lock alone.
@safe
final class SQLiteConnection: @unchecked Sendable {
    let path: String
    private let database: OpaquePointer
    private var prepared: [SQL: SQLiteStatement] = [:]

    /// Milliseconds for which a statement waits for another process.
    private static let patience: CInt = 10_000

    init(opening path: String) throws(VaultError) {
        var handle: OpaquePointer?
        let flags =
            SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_EXRESCODE
            | SQLITE_OPEN_PRIVATECACHE
        let code = unsafe sqlite3_open_v2(path, &handle, flags, nil)
        guard code == SQLITE_OK, let handle = unsafe handle else {
            defer { unsafe sqlite3_close_v2(handle) }
            throw unsafe .sqlite(code, of: handle, path: path)
        }
        unsafe database = handle
        self.path = path
        unsafe sqlite3_busy_timeout(handle, Self.patience)
        for (option, value): (CInt, CInt) in [
            (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0), (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0),
            (SQLITE_DBCONFIG_ENABLE_VIEW, 0), (SQLITE_DBCONFIG_DQS_DML, 0), (SQLITE_DBCONFIG_DQS_DDL, 0),
        ] {
            _ = unsafe sv_sqlite3_db_config_flag(handle, option, value)
        }
        guard unsafe sqlite3_db_readonly(handle, "main") == 0 else { throw VaultError(.readOnly, path: path) }
        try execute("PRAGMA journal_mode = WAL")
        for pragma in ["synchronous = FULL", "secure_delete = ON", "temp_store = MEMORY", "cell_size_check = ON"] {
            try execute("PRAGMA \(pragma)")
        }
    }

    deinit {
        prepared.removeAll()
        unsafe sqlite3_close_v2(database)
    }

    /// Runs a statement that is not kept.
    func execute(_ sql: String) throws(VaultError) {
        let code = unsafe sqlite3_exec(database, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw unsafe .sqlite(code, of: database, path: path) }
    }

    func statement(_ sql: SQL) throws(VaultError) -> SQLiteStatement {
        if let statement = prepared[sql] { return statement }
        let statement = unsafe try SQLiteStatement(sql.rawValue, on: database, path: path)
        prepared[sql] = statement
        return statement
    }

    /// Undoes the open transaction, where a fault has not done so already.
    func rollBack() {
        guard unsafe sqlite3_get_autocommit(database) == 0 else { return }
        try? statement(.rollback).run()
    }
}
