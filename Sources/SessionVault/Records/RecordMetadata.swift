/// The first sealed part of a record: what an audit may see.
package struct RecordMetadata: Sendable {
    package let kind: RecordKind
    package let account: AccountID
    let discriminator: String
    /// Random, the same for all records of one session; a session that was replaced can't write.
    let session: [UInt8]
    package let created: UnixTime
    package let updated: UnixTime
    package let expiry: Expiry
    /// The branch and the gate policy that admitted the session; nil for a plain secret.
    package let admitted: AdmissionNote?
    package let fingerprints: [AuditFingerprint]

    static let sessionSize = 16
    static let fingerprintLimit = 64
    /// How many retired values of one record stay findable.
    static let retiredLimit = 8
}

/// A leak fingerprint of one value, with what it is and since when it is out of use.
package struct AuditFingerprint: Sendable, Equatable {
    package let value: AuditedValue
    /// When the value was replaced; nil while it is in use.
    package let retired: UnixTime?
    /// An encoded ``SafeLogging/SecretFingerprint``, or empty where the value has too little entropy for one.
    ///
    /// Those of one record that was read share their memory.
    package let bytes: ArraySlice<UInt8>
}
