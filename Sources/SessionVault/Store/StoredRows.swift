/// The vault's one header row.
package struct StoredHeader: Sendable, Equatable {
    package let vaultID: [UInt8]
    package let created: Int64
    package let mac: [UInt8]
}

/// One key slot's row.
package struct StoredSlot: Sendable, Equatable {
    package let number: Int64
    package let bytes: [UInt8]
}

/// One record's row: two sealed parts under a blinded name.
package struct StoredRecord: Sendable, Equatable {
    package let name: [UInt8]
    package let epoch: UInt32
    package let version: UInt64
    package let metadata: [UInt8]
    package let body: [UInt8]
}

/// A record where it stands in its table.
package struct RecordRow: Sendable, Equatable {
    package let number: Int64
    package let record: StoredRecord
}

/// One row of the journal.
package struct StoredEvent: Sendable, Equatable {
    package let number: UInt64
    package let sealed: [UInt8]
}
