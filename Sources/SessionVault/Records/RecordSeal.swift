/// Opens the first part of a record, which an audit may see.
struct MetadataSeal {
    let keys: AuditKeys

    func metadata(of record: StoredRecord) throws(VaultError) -> RecordMetadata {
        let message = try paddedMetadata(of: record)
        // Whoever sealed it had the key: what does not parse is of a later version.
        do { return try RecordMetadata(decoding: message) } catch { throw Self.newer }
    }

    /// Opens the metadata, and reads nothing of it.
    fileprivate func paddedMetadata(of record: StoredRecord) throws(VaultError) -> SecretBytes {
        let context = RecordContext(of: record, in: keys.vaultID)
        return try Self.open(
            record.metadata, authenticating: context.metadata, with: try Self.key(of: record, in: keys.metadata).key)
    }

    fileprivate static let damaged = VaultError(.tampered, "a record is not as it was written")
    fileprivate static let newer = VaultError(.newerFormat, "a record was written by a later version")

    fileprivate static func key(of record: StoredRecord, in epochs: [UInt32: Epoch.Key]) throws(VaultError) -> Epoch.Key
    {
        guard record.epoch != Epoch.names, let key = epochs[record.epoch] else {
            throw VaultError(.tampered, "a record is of an epoch that the vault does not have")
        }
        return key
    }

    fileprivate static func open(
        _ sealed: [UInt8], authenticating context: ByteWriter, with key: borrowing SymmetricKey
    ) throws(VaultError) -> SecretBytes {
        do { return try AEAD.open(sealed, authenticating: context, with: key) } catch { throw damaged }
    }
}

/// Seals and opens both parts of a record.
struct RecordSeal {
    let keys: Keyring

    func seal(
        _ body: borrowing some SealedBody & ~Copyable, _ metadata: RecordMetadata, name: [UInt8], version: UInt64
    ) -> StoredRecord {
        seal(body.encoded(), metadata.encoded(), kind: metadata.kind, name: name, version: version)
    }

    func metadata(of record: StoredRecord) throws(VaultError) -> RecordMetadata {
        try MetadataSeal(keys: keys.audit).metadata(of: record)
    }

    /// The metadata, or nil where the record is of a later version.
    func knownMetadata(of record: StoredRecord) throws(VaultError) -> RecordMetadata? {
        do throws(VaultError) { return try metadata(of: record) } catch {
            guard error.code == .newerFormat else { throw error }
            return nil
        }
    }

    func body<Body: SealedBody & ~Copyable>(_: Body.Type = Body.self, of record: StoredRecord) throws(VaultError)
        -> Body
    {
        try Self.read(try paddedBody(of: record, kind: Body.kind))
    }

    /// Reads an opened body.
    static func read<Body: SealedBody & ~Copyable>(_ padded: borrowing SecretBytes) throws(VaultError) -> Body {
        do { return try Body.decode(padded) } catch { throw MetadataSeal.damaged }
    }

    /// Tells whether the body would open.
    func isBodyAuthentic(of record: StoredRecord, kind: RecordKind) -> Bool {
        guard let epoch = try? MetadataSeal.key(of: record, in: keys.content) else { return false }
        return AEAD.isAuthentic(
            record.body, authenticating: RecordContext(of: record, in: keys.vaultID).body(of: record.metadata),
            with: epoch.bodyKey(for: kind).key)
    }

    /// Tells whether ``reseal(_:version:)`` would.
    func canReseal(_ record: StoredRecord) -> Bool {
        guard let metadata = try? MetadataSeal(keys: keys.audit).paddedMetadata(of: record),
            let kind = RecordMetadata.kind(in: metadata)
        else { return false }
        return isBodyAuthentic(of: record, kind: kind)
    }

    /// The same record, sealed in the current epoch; nothing of it is read but its kind.
    func reseal(_ record: StoredRecord, version: UInt64) throws(VaultError) -> StoredRecord {
        let metadata = try MetadataSeal(keys: keys.audit).paddedMetadata(of: record)
        guard let kind = RecordMetadata.kind(in: metadata) else { throw MetadataSeal.newer }
        let body = try paddedBody(of: record, kind: kind)
        return seal(body, metadata, kind: kind, name: record.name, version: version)
    }

    /// Opens the body, and reads nothing of it.
    func paddedBody(of record: StoredRecord, kind: RecordKind) throws(VaultError) -> SecretBytes {
        let epoch = try MetadataSeal.key(of: record, in: keys.content)
        return try MetadataSeal.open(
            record.body, authenticating: RecordContext(of: record, in: keys.vaultID).body(of: record.metadata),
            with: epoch.bodyKey(for: kind).key)
    }

    private func seal(
        _ body: borrowing SecretBytes, _ metadata: borrowing SecretBytes, kind: RecordKind, name: [UInt8],
        version: UInt64
    ) -> StoredRecord {
        let (content, metadataKey) = keys.current
        let context = RecordContext(vaultID: keys.vaultID, name: name, epoch: content.epoch, version: version)
        var nonces = FreshNonces()
        let sealedMetadata = metadata.withExposedBytes { message in
            AEAD.seal(message, authenticating: context.metadata, with: metadataKey.key, nonceFrom: &nonces)
        }
        let sealedBody = body.withExposedBytes { message in
            AEAD.seal(
                message, authenticating: context.body(of: sealedMetadata), with: content.bodyKey(for: kind).key,
                nonceFrom: &nonces)
        }
        return StoredRecord(
            name: name, epoch: content.epoch, version: version, metadata: sealedMetadata, body: sealedBody)
    }
}
