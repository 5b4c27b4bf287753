/// What a check of a whole vault found.
///
/// It holds no secret and no account, only tags.
public struct VaultIntegrity: Sendable, Equatable {
    /// How the rows on disk stand to the sealed manifest.
    public enum ManifestState: Sendable, Equatable {
        /// The rows are exactly those that were written last.
        case intact
        /// That many rows fewer than were written.
        case recordsMissing(Int)
        /// That many rows more than were written.
        case recordsAdded(Int)
        /// As many rows as were written, but not the same ones: a row was altered, exchanged or put back.
        case recordsChanged
        /// The manifest itself is not as it was written, so nothing can be said of the rows as a set.
        case unreadable
    }

    /// The part of a record that does not open.
    public enum Part: Sendable, Equatable {
        /// The metadata, and therefore the whole record.
        case metadata
        /// The body alone.
        case body
    }

    /// A record that does not open.
    public struct DamagedRecord: Sendable, Equatable {
        /// Its place among the records, in the order in which they were first written; the first is 1.
        public let position: Int
        /// What it is, where that is known: from its metadata, or from its name and another record of its account.
        public let kind: RecordKind?
        /// Whose it is, where that is known.
        public let account: AccountTag?
        /// Which part does not open.
        public let part: Part
    }

    /// Tells whether key slots, epochs and header are as they were written.
    public let isHeaderIntact: Bool
    /// How the records stand to the manifest.
    public let manifest: ManifestState
    /// Number of writes so far, where the manifest opens.
    public let sequence: UInt64?
    /// Rows that could be read.
    public let recordCount: Int
    /// Tells whether every row could be read, and be found by its name; false where the file's pages are damaged.
    public let isReadThrough: Bool
    /// The records that do not open.
    public let damaged: [DamagedRecord]
    /// Records of a later version, which are left as they are.
    public let laterRecordCount: Int
    /// Records that were set aside since they did not open.
    public let quarantinedCount: Int
    /// What is wrong with the journal.
    public let journalBreaks: [JournalReport.Break]

    /// Tells whether nothing at all is wrong with what is in use; what was set aside earlier does not count.
    public var isIntact: Bool {
        isHeaderIntact && manifest == .intact && isReadThrough && damaged.isEmpty && journalBreaks.isEmpty
    }
}
