import Sealing

/// The default store: one SQLite file in WAL mode, flushed at each commit.
package final class SQLiteStore: RecordStore {
    private let connection: Lock<SQLiteConnection>
    private let generation = ForkWatch.generation
    private let index: SQLiteLogIndex?

    /// Opens a vault's file after checking that it is one, whole, and its user's own.
    package init(opening path: String) throws(VaultError) {
        try VaultFile.checkAccess(path)
        let connection = try SQLiteConnection(opening: path)
        try VaultFile.check(connection)
        try connection.setUp()
        try SQLSchema.require(in: connection)
        index = connection.logIndex()
        // A log that was never written to has no stamp. Emptied once more, it has a random one; the file stays as it is.
        if index?.stamp() == nil, try FileCheck.size(ofPresent: path + "-wal") == 0 {
            try? connection.tryFoldingLog(isPatient: false)
        }
        self.connection = Lock(connection)
    }

    package func read<R: ~Copyable>(_ body: (any StoreAccess) throws(VaultError) -> R) throws(VaultError) -> R {
        try withConnection { (connection) throws(VaultError) in try body(SQLiteAccess(connection: connection)) }
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
        try withConnection { (connection) throws(VaultError) in
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

    package func foreignChanges() throws(VaultError) -> Int64 {
        try withConnection { (connection) throws(VaultError) in
            var version: Int64 = 0
            try connection.statement(.dataVersion).run { row in version = row.integer(0) }
            return version
        }
    }

    package func stamp() -> StoreStamp? {
        guard generation == ForkWatch.generation else { return nil }
        return index?.stamp()
    }

    package func purge() {
        try? withConnection { (connection) throws(VaultError) in
            try connection.tryFoldingLog(isPatient: true)
        }
    }

    /// Lends the connection to one thread at a time, and to none of a forked child, whose lock may never be free.
    private func withConnection<R: ~Copyable>(
        _ body: (SQLiteConnection) throws(VaultError) -> R
    ) throws(VaultError) -> R {
        guard generation == ForkWatch.generation else { throw VaultError(.forked) }
        return try connection.withLock { (connection) throws(VaultError) in try body(connection) }
    }
}
