/// What a check of a whole vault found.
///
/// It holds no secret and no account, only tags.
package struct VaultIntegrity: Sendable, Equatable {
    /// How the rows on disk stand to the sealed manifest.
    package enum ManifestState: Sendable, Equatable {
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
    package enum Part: Sendable, Equatable {
        /// The metadata, and therefore the whole record.
        case metadata
        /// The body alone.
        case body
    }

    /// A record that does not open.
    package struct DamagedRecord: Sendable, Equatable {
        /// Its place among the records, in the order in which they were first written; the first is 1.
        package let position: Int
        /// What it is, where that is known: from its metadata, or from its name and another record of its account.
        package let kind: RecordKind?
        /// Whose it is, where that is known.
        package let account: AccountTag?
        package let part: Part
    }

    /// Tells whether key slots, epochs and header are as they were written.
    package let isHeaderIntact: Bool
    package let manifest: ManifestState
    /// Number of writes so far, where the manifest opens.
    package let sequence: UInt64?
    /// Rows that could be read.
    package let recordCount: Int
    /// Tells whether every row could be read; false where the file's pages are damaged.
    package let isReadThrough: Bool
    package let damaged: [DamagedRecord]

    /// Tells whether nothing at all is wrong.
    package var isIntact: Bool {
        isHeaderIntact && manifest == .intact && isReadThrough && damaged.isEmpty
    }
}
