extension RecordMetadata {
    private static let version: UInt8 = 1
    private static let fingerprintSizeLimit = 65_536

    /// The message to seal, padded.
    func encoded() -> SecretBytes {
        var writer = ByteWriter(capacity: 512 + fingerprints.count * 96)
        writer.append(Self.version)
        writer.append(kind.rawValue)
        writer.appendCanonicalField(account.realm)
        writer.appendCanonicalField(account.subject)
        writer.appendCanonicalField(discriminator)
        writer.appendField(session)
        writer.append(created.milliseconds)
        writer.append(updated.milliseconds)
        writer.append(expiry)
        writer.append(admitted)
        writer.append(UInt32(fingerprints.count))
        for fingerprint in fingerprints {
            writer.append(fingerprint.value.rawValue)
            writer.append(fingerprint.retired.map(Expiry.at) ?? .unknown)
            writer.appendSlice(fingerprint.bytes)
        }
        return writer.withRawSpan { message in
            var padded = SecretWriter(capacity: Padding.paddedSize(of: message.byteCount))
            padded.append(message)
            return padded.finishPadded()
        }
    }

    init(decoding padded: borrowing SecretBytes) throws(ByteCursor.Malformed) {
        self = try padded.withExposedBytes { (bytes) throws(ByteCursor.Malformed) in
            guard let size = Padding.unpaddedSize(of: bytes) else { throw ByteCursor.Malformed() }
            return try RecordMetadata(reading: bytes.extracting(0..<size))
        }
    }

    /// The kind that a padded message names; nil where it is of a later version.
    static func kind(in padded: borrowing SecretBytes) -> RecordKind? {
        padded.withExposedBytes { bytes in
            guard bytes.byteCount > 2, bytes.byte(at: 0) == version else { return nil }
            return RecordKind(rawValue: bytes.byte(at: 1))
        }
    }

    private init(reading bytes: RawSpan) throws(ByteCursor.Malformed) {
        var cursor = ByteCursor(bytes)
        guard try cursor.number(UInt8.self, of: bytes) == Self.version else { throw ByteCursor.Malformed() }
        kind = try cursor.oneOf(of: bytes)
        let realm = try cursor.text(of: bytes, atMost: AccountID.sizeLimit * 3)
        let subject = try cursor.text(of: bytes, atMost: AccountID.sizeLimit * 3)
        guard let account = try? AccountID(realm: realm, secretOf: subject) else { throw ByteCursor.Malformed() }
        self.account = account
        discriminator = try cursor.text(of: bytes, atMost: AccountID.sizeLimit * 3)
        session = try cursor.publicField(of: bytes, atMost: Self.sessionSize)
        created = UnixTime(milliseconds: try cursor.number(of: bytes))
        updated = UnixTime(milliseconds: try cursor.number(of: bytes))
        expiry = try Expiry(reading: &cursor, of: bytes)
        admitted = try AdmissionNote(reading: &cursor, of: bytes)
        let count = Int(try cursor.number(UInt32.self, of: bytes))
        guard count <= Self.fingerprintLimit else { throw ByteCursor.Malformed() }
        let start = cursor.offset
        let rest = count == 0 ? [] : [UInt8](copying: bytes.extracting(start..<bytes.byteCount))
        var fingerprints: [AuditFingerprint] = []
        fingerprints.reserveCapacity(count)
        for _ in 0..<count {
            let value: AuditedValue = try cursor.oneOf(of: bytes)
            let retired = try Expiry(reading: &cursor, of: bytes)
            let field = try cursor.field(of: bytes, atMost: Self.fingerprintSizeLimit)
            fingerprints.append(
                AuditFingerprint(
                    value: value, retired: retired.time,
                    bytes: rest[(field.lowerBound - start)..<(field.upperBound - start)]))
        }
        self.fingerprints = fingerprints
        try cursor.finish()
    }
}

extension ByteWriter {
    /// Appends a four-byte length and the bytes.
    fileprivate mutating func appendSlice(_ bytes: ArraySlice<UInt8>) {
        append(UInt32(bytes.count))
        unsafe bytes.withUnsafeBytes { append(unsafe RawSpan(_unsafeBytes: $0)) }
    }

    fileprivate mutating func append(_ expiry: Expiry) {
        append(UInt8(expiry.time == nil ? 0 : 1))
        append(expiry.time?.milliseconds ?? 0)
    }
}

extension Expiry {
    /// The moment, where it is known.
    public var time: UnixTime? {
        switch self {
        case .unknown: nil
        case .at(let time): time
        }
    }
}

extension ByteCursor {
    /// A byte that stands for a case of `E`.
    mutating func oneOf<E: RawRepresentable<UInt8>>(_: E.Type = E.self, of bytes: RawSpan) throws(Malformed)
        -> E
    {
        guard let value = E(rawValue: try number(UInt8.self, of: bytes)) else { throw Malformed() }
        return value
    }
}
