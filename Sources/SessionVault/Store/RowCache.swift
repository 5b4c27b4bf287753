import Sealing

/// Records that were read last, as sealed as they stand in the store, so that a store which nobody has written to is not asked
/// again.
///
/// Nothing in it is a secret.
final class RowCache: Sendable {
    private struct Content {
        var stamp: StoreStamp?
        var rows: [[UInt8]: StoredRecord] = [:]
        var size = 0
    }

    /// Bytes of all rows, and of the largest that is kept.
    static let limit = 8_388_608
    static let rowLimit = 16_384

    private let content = Lock(Content())

    /// How many are kept.
    var count: Int { content.withLock { $0.rows.count } }

    /// The record as it was read while the store's content was known by `stamp`.
    func record(named name: [UInt8], at stamp: StoreStamp) -> StoredRecord? {
        content.withLock { content in content.stamp == stamp ? content.rows[name] : nil }
    }

    /// Keeps what was read after `stamp` was taken; what is of another content goes, and all where there is no room.
    func keep(_ record: StoredRecord, at stamp: StoreStamp) {
        let size = record.name.count + record.metadata.count + record.body.count
        guard size <= Self.rowLimit else { return }
        content.withLock { content in
            if content.stamp != stamp || content.size + size > Self.limit { content = Content(stamp: stamp) }
            if content.rows.updateValue(record, forKey: record.name) == nil { content.size += size }
        }
    }
}
