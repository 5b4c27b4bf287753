import Sealing

/// The records whose values the loggers know already, so that reading one again need not make it known again.
final class PublishedRecords: Sendable {
    private static let limit = 65_536

    private let versions = Lock<[[UInt8]: UInt64]>([:])

    /// Publishes the values of this version of the record by `publish`, unless that was done before.
    ///
    /// It counts as done when it is: of two threads that read it at once, none hands it out unknown to the loggers.
    func publishOnce(_ record: StoredRecord, _ publish: () -> Void) {
        guard versions.withLock({ $0[record.name] }) != record.version else { return }
        publish()
        versions.withLock { versions in
            if versions.count >= Self.limit { versions = [:] }
            versions[record.name] = record.version
        }
    }
}
