import CSQLite

/// The memory in which SQLite tells every process that has the file open what the write-ahead log holds.
///
/// It is read beside SQLite and never written; it stays valid while its connection is open.
@safe
struct SQLiteLogIndex: @unchecked Sendable {
    private let start: UnsafeRawPointer

    init?(of database: OpaquePointer?) {
        guard let start = unsafe sv_sqlite3_wal_index(database) else { return nil }
        unsafe self.start = unsafe start
    }

    /// Nil while somebody writes the index.
    func stamp() -> StoreStamp? {
        var words = [6 of UInt64](repeating: 0)
        var span = words.mutableSpan
        let isWhole = unsafe span.withUnsafeMutableBufferPointer { words in
            unsafe sv_wal_index_header(start, words.baseAddress) == 1
        }
        return isWhole ? StoreStamp(words: words) : nil
    }
}
