import CSQLite
import Glibc
import Sealing

/// One connection to a vault's file, set up so that a hostile file can do nothing but fail.
///
/// Unchecked: ``SQLiteStore`` uses it under its lock alone.
@safe
final class SQLiteConnection: @unchecked Sendable {
    let path: String
    private let database: OpaquePointer
    private let generation = ForkWatch.generation
    private var prepared = [SQLiteStatement?](repeating: nil, count: SQL.allCases.count)

    /// Milliseconds for which a statement waits for another process.
    private static let patience: CInt = 10_000
    /// Milliseconds for which emptying the log waits for readers, and keeps all others waiting.
    private static let purgePatience: CInt = 200
    /// Kibibytes of the file's pages that are kept; SQLite's own 2 MiB hold some 3,000 records.
    private static let pageCache = 8_192
    /// No row of a vault comes near this many bytes.
    private static let lengthLimit: CInt = 16_777_216

    /// Opens the file, and reads nothing of it yet.
    init(opening path: String) throws(VaultError) {
        OpenVaults.add(path)
        var opened = false
        defer { if !opened { OpenVaults.remove(path) } }
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
        opened = true
        unsafe sqlite3_busy_timeout(handle, Self.patience)
        unsafe sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Self.lengthLimit)
        for (option, value): (CInt, CInt) in [
            (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0), (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0),
            (SQLITE_DBCONFIG_ENABLE_VIEW, 0), (SQLITE_DBCONFIG_DQS_DML, 0), (SQLITE_DBCONFIG_DQS_DDL, 0),
        ] {
            _ = unsafe sv_sqlite3_db_config_flag(handle, option, value)
        }
        foldsLogOnClose(false)
        guard unsafe sqlite3_db_readonly(handle, "main") == 0 else { throw VaultError(.readOnly, path: path) }
    }

    /// In a forked child, closing would fold the parent's WAL in.
    deinit {
        guard !isForked else {
            for statement in prepared.compactMap(\.self) { _ = unsafe Unmanaged.passRetained(statement) }
            return
        }
        prepared.removeAll()
        unsafe sqlite3_close_v2(database)
        OpenVaults.remove(path)
    }

    /// Tells whether this process is a fork of the one that opened the connection.
    var isForked: Bool { generation != ForkWatch.generation }

    /// Puts the file into WAL mode, where it is new, and makes each commit durable.
    func setUp() throws(VaultError) {
        var mode: [UInt8] = []
        let setMode = unsafe try SQLiteStatement("PRAGMA journal_mode = WAL", on: database, path: path)
        try setMode.run { row in mode = row.text(0) }
        guard mode == Array("wal".utf8) else {
            throw VaultError(.inputOutput, "the file system has no shared memory for SQLite's WAL mode", path: path)
        }
        for pragma in [
            "synchronous = FULL", "secure_delete = ON", "temp_store = MEMORY", "cell_size_check = ON", "mmap_size = 0",
            "cache_size = -\(Self.pageCache)",
        ] {
            try execute("PRAGMA \(pragma)")
        }
    }

    /// Whether closing writes what stands in the WAL into the file.
    ///
    /// Off until somebody with the key has written: neither a wrong key nor a stranger's WAL then changes a byte of
    /// the file.
    func foldsLogOnClose(_ folds: Bool) {
        _ = unsafe sv_sqlite3_db_config_flag(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, folds ? 0 : 1)
    }

    /// Folds the write-ahead log in and empties it; throws where somebody else keeps that from happening.
    func foldLog() throws(VaultError) {
        var isBusy = false
        let fold = unsafe try SQLiteStatement("PRAGMA wal_checkpoint(TRUNCATE)", on: database, path: path)
        try fold.run { row in isBusy = row.integer(0) != 0 }
        guard !isBusy else { throw VaultError(.busy, path: path) }
    }

    /// As ``foldLog()``, as far as others allow: who reads for long, such as a backup, shall hold nobody up.
    func tryFoldingLog(isPatient: Bool) throws(VaultError) {
        unsafe sqlite3_busy_timeout(database, isPatient ? Self.purgePatience : 0)
        defer { unsafe sqlite3_busy_timeout(database, Self.patience) }
        try execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// The file's first `count` bytes, zeros past its end, and its size.
    func start(_ count: Int) throws(VaultError) -> (bytes: [UInt8], size: Int64) {
        var bytes = [UInt8](repeating: 0, count: count)
        var size: sqlite3_int64 = 0
        let code = unsafe sv_sqlite3_read_start(database, &bytes, CInt(count), &size)
        guard code == SQLITE_OK else { throw unsafe .sqlite(code, of: database, path: path) }
        return (bytes, size)
    }

    /// The index of the write-ahead log, which there is after the first read.
    func logIndex() -> SQLiteLogIndex? {
        unsafe SQLiteLogIndex(of: database)
    }

    /// Refuses where another file, or none, stands at the path by now: what is written would be lost.
    func requireInPlace() throws(VaultError) {
        guard unsafe sv_sqlite3_has_moved(database) == 0 else {
            throw VaultError(.absent, "the vault's file was moved, replaced or deleted", path: path)
        }
    }

    /// Runs a statement that is not kept.
    func execute(_ sql: String) throws(VaultError) {
        errno = 0
        let code = unsafe sqlite3_exec(database, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw unsafe .sqlite(code, of: database, path: path, cause: errno) }
    }

    func statement(_ sql: SQL) throws(VaultError) -> SQLiteStatement {
        if let statement = prepared[sql.rawValue] { return statement }
        let statement = unsafe try SQLiteStatement(sql.text, on: database, path: path)
        prepared[sql.rawValue] = statement
        return statement
    }

    /// Undoes the open transaction, where a fault has not done so already.
    func rollBack() {
        guard unsafe sqlite3_get_autocommit(database) == 0 else { return }
        try? statement(.rollback).run()
    }
}
