import Synchronization

/// The default store: one SQLite file in WAL mode, flushed at each commit.
package final class SQLiteStore: RecordStore {
    private let connection: Mutex<SQLiteConnection>

    /// Opens a vault's file after checking that it is one, whole, and its user's own.
    package init(opening path: String) throws(VaultError) {
        try VaultFile.checkAccess(path)
        let connection = try SQLiteConnection(opening: path)
        try VaultFile.check(connection)
        try connection.setUp()
        try SQLSchema.require(in: connection)
        self.connection = Mutex(connection)
    }

    package func read<R: ~Copyable>(_ body: (any StoreAccess) throws(VaultError) -> R) throws(VaultError) -> R {
        try connection.withLock { (connection) throws(VaultError) in
            try body(SQLiteAccess(connection: connection))
        }
    }

    package func snapshot<R: ~Copyable>(_ body: (any StoreAccess) throws(VaultError) -> R) throws(VaultError) -> R {
        try transaction(.begin, body)
    }

    package func write<R: ~Copyable>(_ body: (any StoreWriter) throws(VaultError) -> R) throws(VaultError) -> R {
        try transaction(.beginImmediate, body) { (connection) throws(VaultError) in
            try connection.requireInPlace()
            connection.foldsLogOnClose(true)
        }
    }

    private func transaction<R: ~Copyable>(
        _ begin: SQL, _ body: (SQLiteAccess) throws(VaultError) -> R,
        beforeCommit check: (SQLiteConnection) throws(VaultError) -> Void = { _ in }
    ) throws(VaultError) -> R {
        try connection.withLock { (connection) throws(VaultError) in
            try connection.statement(begin).run()
            do throws(VaultError) {
                let result = try body(SQLiteAccess(connection: connection))
                try check(connection)
                try connection.statement(.commit).run()
                return result
            } catch {
                connection.rollBack()
                throw error
            }
        }
    }

    package func purge() {
        connection.withLock { connection in
            try? connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }
}
