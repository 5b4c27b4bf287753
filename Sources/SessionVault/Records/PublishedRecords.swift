import Sealing

/// The records whose values the loggers know already, so that reading one again need not make it known again.
final class PublishedRecords: Sendable {
    private static let limit = 65_536

    private let versions = Lock<[[UInt8]: UInt64]>([:])

    /// Tells whether this version of the record was not asked about before.
    func isNew(_ record: StoredRecord) -> Bool {
        versions.withLock { versions in
            guard versions[record.name] != record.version else { return false }
            if versions.count == Self.limit { versions = [:] }
            versions[record.name] = record.version
            return true
        }
    }
}
