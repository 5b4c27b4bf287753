import Sealing

/// The opened body of a session's record, other than its tokens.
final class ReadyRecord: Sendable {
    let body: SecretBytes

    init(_ body: consuming SecretBytes) {
        self.body = body
    }
}

/// Bodies of small records that were read last, so that a vault which nobody has written to is neither asked nor opened
/// again.
///
/// They lie in secret memory, as the keys do that open them, and go when these go.
final class ReadyRecordsCache: Sendable {
    private struct Entry {
        let session: [UInt8]
        let kind: RecordKind
        let stamp: StoreStamp
        let ready: ReadyRecord
    }

    private static let limit = 16
    /// The longest body that is kept, padded, in bytes.
    private static let sizeLimit = 16_384

    private let entries = Lock<[Entry]>([])

    /// How many are kept.
    var count: Int { entries.withLock { $0.count } }

    /// The record as it was read while the store's content was known by `stamp`; one of another content goes.
    func record(_ kind: RecordKind, of session: [UInt8], at stamp: StoreStamp) -> ReadyRecord? {
        entries.withLock { entries in
            guard let index = entries.firstIndex(where: { $0.kind == kind && $0.session == session }) else {
                return nil
            }
            guard entries[index].stamp == stamp else {
                entries.remove(at: index)
                return nil
            }
            return entries[index].ready
        }
    }

    /// Keeps what was read after `stamp` was taken, unless it is long; the entry that was kept first makes room.
    func keep(_ ready: ReadyRecord, _ kind: RecordKind, of session: [UInt8], at stamp: StoreStamp) {
        guard ready.body.count <= Self.sizeLimit else { return }
        entries.withLock { entries in
            entries.removeAll { $0.kind == kind && $0.session == session }
            if entries.count == Self.limit { entries.removeFirst() }
            entries.append(Entry(session: session, kind: kind, stamp: stamp, ready: ready))
        }
    }

    func remove(_ session: [UInt8]) {
        entries.withLock { entries in entries.removeAll { $0.session == session } }
    }

    func removeAll() {
        entries.withLock { $0 = [] }
    }
}
