/// Where the journal begins and ends.
///
/// Every event holds the link of the one before it, and the sealed manifest the link of the last: no event can be removed,
/// reordered or altered unseen.
struct JournalChain: Equatable, Sendable {
    /// The number of the oldest event that is kept.
    var first: UInt64
    /// The number of the event after the last.
    var next: UInt64
    /// The link of the last event.
    var head: [UInt8]

    static let linkSize = 32
    /// Events that are kept; the oldest goes when one more comes.
    static let limit: UInt64 = 1_024

    static let empty = JournalChain(first: 1, next: 1, head: [UInt8](repeating: 0, count: linkSize))

    init(first: UInt64, next: UInt64, head: [UInt8]) {
        self.first = first
        self.next = next
        self.head = head
    }

    init(reading cursor: inout ByteCursor, of bytes: RawSpan) throws(ByteCursor.Malformed) {
        first = try cursor.number(of: bytes)
        next = try cursor.number(of: bytes)
        head = [UInt8](copying: bytes.extracting(try cursor.take(Self.linkSize)))
    }

    /// The link of an event: an unkeyed hash over what stands in its row and the link before.
    static func link(of event: StoredEvent, after previous: [UInt8]) -> [UInt8] {
        var writer = ByteWriter(capacity: 512)
        writer.append("SVJL")
        writer.append(previous)
        writer.append(event.number)
        writer.append(event.sealed)
        return writer.withRawSpan { KeyedHash.digest($0, size: linkSize) }
    }

    /// Writes one more event, and removes the oldest where there are too many.
    mutating func append(_ event: JournalEvent, to store: any StoreWriter, keys: AuditKeys) throws(VaultError) {
        guard next < UInt64(Int64.max) else { throw VaultError(.tampered, "the journal's numbers are used up") }
        let stored = JournalSeal(keys: keys).seal(event, number: next, after: head)
        try store.addEvent(stored)
        head = Self.link(of: stored, after: head)
        next += 1
        guard next - first > Self.limit else { return }
        first = next - Self.limit
        try store.removeEvents(before: first)
    }
}
