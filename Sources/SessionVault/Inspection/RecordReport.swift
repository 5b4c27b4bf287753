import SafeLogging

/// One record of a vault, as an audit may see it: never a value, never an account's name.
public struct RecordReport: Sendable {
    /// Whether the record opens.
    public enum Condition: Sendable, Hashable {
        /// Both parts open.
        case intact
        /// The metadata do not open, so neither does the body.
        case metadataDamaged
        /// The metadata open, the body does not.
        case bodyDamaged
        /// A later version wrote it; it is left as it is.
        case later
        /// The metadata open; the body was not tried, since an auditor's key opens none.
        case bodyUnchecked

        var isDamage: Bool { self == .metadataDamaged || self == .bodyDamaged }
    }

    /// The record's blinded name: 32 hexadecimal digits that tell nothing without the vault's key.
    public let name: String
    /// The epoch whose keys seal it.
    public let epoch: UInt32
    /// The number of the write that it came with.
    public let version: UInt64
    /// Size of the sealed metadata in bytes; the padding makes it a class of sizes.
    public let sealedMetadataSize: Int
    /// Size of the sealed body in bytes; the padding makes it a class of sizes.
    public let sealedBodySize: Int
    /// Whether the record opens.
    public let condition: Condition
    /// What the metadata say; nil where they do not open.
    public let details: Details?
}

extension RecordReport {
    /// What a record's metadata say.
    public struct Details: Sendable {
        /// What the record is.
        public let kind: RecordKind
        /// Stands for its account.
        public let account: AccountTag
        /// When the record was first written.
        public let created: UnixTime
        /// When it was last written.
        public let updated: UnixTime
        /// When its token ends.
        public let expiry: Expiry
        /// The branch that admitted its session; nil for a plain secret.
        public let branch: SignInBranch?
        /// The gate policy under which its session was admitted; nil for a plain secret.
        public let policy: GatePolicy?
        /// Which of its values, present and past, a leak audit finds.
        public let coverage: [AuditCoverage]
        let session: [UInt8]
    }
}

/// Whether a leak audit finds one value.
public struct AuditCoverage: Sendable, Hashable {
    /// Which value.
    public let value: AuditedValue
    /// When the value was replaced; nil while it is in use.
    public let retired: UnixTime?
    /// False where the value has too little entropy for a fingerprint that would not give it away.
    public let isCovered: Bool
}

extension RecordReport {
    /// Opens what can be opened; without the owner's keys, that is the metadata.
    init(_ record: StoredRecord, audit: AuditKeys, keys: Keyring?) {
        name = Hexadecimal.lower(record.name)
        epoch = record.epoch
        version = record.version
        sealedMetadataSize = record.metadata.count
        sealedBodySize = record.body.count
        let metadata: RecordMetadata
        do throws(VaultError) { metadata = try MetadataSeal(keys: audit).metadata(of: record) } catch {
            condition = error.code == .newerFormat ? .later : .metadataDamaged
            details = nil
            return
        }
        if let keys {
            let opens = RecordSeal(keys: keys).isBodyAuthentic(of: record, kind: metadata.kind)
            condition = opens ? .intact : .bodyDamaged
        } else {
            condition = .bodyUnchecked
        }
        details = Details(metadata, keys: audit)
    }
}

extension RecordReport.Details {
    fileprivate init(_ metadata: RecordMetadata, keys: AuditKeys) {
        kind = metadata.kind
        account = keys.tag(of: metadata.account)
        created = metadata.created
        updated = metadata.updated
        expiry = metadata.expiry
        branch = metadata.admitted?.branch
        policy = metadata.admitted?.policy
        coverage = metadata.fingerprints.map {
            AuditCoverage(value: $0.value, retired: $0.retired, isCovered: !$0.bytes.isEmpty)
        }
        session = metadata.session
    }
}
