import Sealing

/// A session's tokens, opened, with the record that they were in.
final class ReadyTokens: Sendable {
    let tokens: TokenSet
    /// The value of an `Authorization` header (RFC 6750).
    let bearer: SecretBytes
    let record: StoredRecord

    private static let scheme = Array("Bearer ".utf8)

    init(_ tokens: consuming TokenSet, in record: StoredRecord) {
        var header = SecretWriter(capacity: Self.scheme.count + tokens.access.count)
        Self.scheme.withRawSpan { header.append($0) }
        tokens.access.withExposedBytes { header.append($0) }
        bearer = header.finish()
        self.tokens = tokens
        self.record = record
    }
}

/// Tokens that were read last, so that a vault which nobody has written to is neither asked nor opened again.
///
/// They lie in secret memory, as the keys do that open them, and go when these go.
final class ReadyTokensCache: Sendable {
    private struct Entry {
        let session: [UInt8]
        let stamp: StoreStamp?
        let ready: ReadyTokens
    }

    private static let limit = 16

    private let entries = Lock<[Entry]>([])

    /// The tokens of a session, and whether the store's content is still that from which they were read.
    func tokens(of session: [UInt8], at stamp: StoreStamp?) -> (ready: ReadyTokens, isCurrent: Bool)? {
        entries.withLock { entries in
            guard let entry = entries.first(where: { $0.session == session }) else { return nil }
            return (entry.ready, stamp != nil && entry.stamp == stamp)
        }
    }

    /// Keeps what was read after `stamp` was taken; the entry that was kept first makes room.
    func keep(_ ready: ReadyTokens, of session: [UInt8], at stamp: StoreStamp?) {
        entries.withLock { entries in
            entries.removeAll { $0.session == session }
            if entries.count == Self.limit { entries.removeFirst() }
            entries.append(Entry(session: session, stamp: stamp, ready: ready))
        }
    }

    func remove(_ session: [UInt8]) {
        entries.withLock { entries in entries.removeAll { $0.session == session } }
    }

    func removeAll() {
        entries.withLock { $0 = [] }
    }
}
