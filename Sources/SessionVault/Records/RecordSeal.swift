/// Seals and opens the two parts of a record.
///
/// Each part's associated data binds it to its vault, name, epoch, version and place; the body's also to the sealed
/// metadata. So rows, parts, versions and vaults can't be swapped, nor a body joined to another's admission.
struct RecordSeal {
    let keys: Keyring

    func seal(
        _ body: borrowing some SealedBody & ~Copyable, _ metadata: RecordMetadata, version: UInt64
    ) -> StoredRecord {
        let epoch = keys.currentEpoch
        let name = keys.name(of: metadata.kind, account: metadata.account, discriminator: metadata.discriminator)
        let context = Context(vaultID: keys.vaultID, name: name, epoch: epoch.number, version: version)
        let sealedMetadata = metadata.encoded().withExposedBytes { message in
            context.metadata.withRawSpan { AEAD.seal(message, authenticating: $0, with: epoch.metadataKey) }
        }
        let sealedBody = body.encoded().withExposedBytes { message in
            context.body(of: sealedMetadata).withRawSpan {
                AEAD.seal(message, authenticating: $0, with: epoch.bodyKey(for: metadata.kind))
            }
        }
        return StoredRecord(
            name: name, epoch: epoch.number, version: version, metadata: sealedMetadata, body: sealedBody)
    }

    func metadata(of record: StoredRecord) throws(VaultError) -> RecordMetadata {
        let message = try open(
            record.metadata, authenticating: context(of: record).metadata, with: try epoch(of: record).metadataKey)
        do { return try RecordMetadata(decoding: message) } catch { throw Self.damaged }
    }

    func body<Body: SealedBody & ~Copyable>(_: Body.Type = Body.self, of record: StoredRecord) throws(VaultError)
        -> Body
    {
        let message = try open(
            record.body, authenticating: context(of: record).body(of: record.metadata),
            with: try epoch(of: record).bodyKey(for: Body.kind))
        do { return try Body.decode(message) } catch { throw Self.damaged }
    }

    /// Tells whether the body opens, without reading it.
    func checkBody(of record: StoredRecord, kind: RecordKind) throws(VaultError) {
        _ = try open(
            record.body, authenticating: context(of: record).body(of: record.metadata),
            with: try epoch(of: record).bodyKey(for: kind))
    }

    private static let damaged = VaultError(.tampered, "a record is not as it was written")

    private func open(_ sealed: [UInt8], authenticating context: [UInt8], with key: borrowing SymmetricKey)
        throws(VaultError) -> SecretBytes
    {
        do {
            return try sealed.withRawSpan { (sealed) throws(AEAD.Failure) in
                try context.withRawSpan { (context) throws(AEAD.Failure) in
                    try AEAD.open(sealed, authenticating: context, with: key)
                }
            }
        } catch { throw Self.damaged }
    }

    private func epoch(of record: StoredRecord) throws(VaultError) -> Epoch {
        guard let epoch = keys.epochs[record.epoch] else {
            throw VaultError(.tampered, "a record is of an epoch that the vault does not have")
        }
        return epoch
    }

    private func context(of record: StoredRecord) -> Context {
        Context(vaultID: keys.vaultID, name: record.name, epoch: record.epoch, version: record.version)
    }

    /// The associated data of both parts. All fields but the last are of fixed size.
    private struct Context {
        let vaultID: [UInt8]
        let name: [UInt8]
        let epoch: UInt32
        let version: UInt64

        var metadata: [UInt8] { common(part: 1).bytes }

        func body(of sealedMetadata: [UInt8]) -> [UInt8] {
            var writer = common(part: 2)
            writer.append(sealedMetadata.withRawSpan { KeyedHash.digest($0) })
            return writer.bytes
        }

        private func common(part: UInt8) -> ByteWriter {
            var writer = ByteWriter(capacity: 96)
            writer.append("SVR1".utf8)
            writer.appendField(vaultID)
            writer.appendField(name)
            writer.append(epoch)
            writer.append(version)
            writer.append(part)
            return writer
        }
    }
}
