/// What a backup begins with: the vault's identity and key slots, which need no further seal, and the stream's start.
///
/// The stream's first message is bound to every byte of it.
struct BackupPreamble {
    let vaultID: [UInt8]
    let slots: [[UInt8]]
    let salt: [UInt8]
    let streamHeader: [UInt8]

    static let magic = Array("SVBACKUP".utf8)
    static let version: UInt32 = 1
    private static let saltSize = 16

    var encoded: [UInt8] {
        var writer = ByteWriter(capacity: 512)
        writer.append(Self.magic)
        writer.append(Self.version)
        writer.append(vaultID)
        writer.append(UInt32(slots.count))
        for slot in slots { writer.appendField(slot) }
        writer.append(salt)
        writer.append(streamHeader)
        return writer.bytes
    }

    init(vaultID: [UInt8], slots: [[UInt8]], salt: [UInt8], streamHeader: [UInt8]) {
        self.vaultID = vaultID
        self.slots = slots
        self.salt = salt
        self.streamHeader = streamHeader
    }

    static func makeSalt() -> [UInt8] { RandomBytes.make(count: saltSize) }

    /// Reads what anyone may have written.
    init(reading source: inout some ByteSource & ~Copyable) throws(VaultError) {
        guard try source.read(Self.magic.count) == Self.magic else { throw VaultError(.notABackup) }
        let version = try source.number()
        guard version <= Self.version else { throw VaultError(.newerFormat) }
        guard version == Self.version else { throw VaultError(.notABackup) }
        vaultID = try source.read(Header.vaultIDSize)
        let count = try source.number()
        guard (1...UInt32(KeySlot.countLimit)).contains(count) else {
            throw VaultError(.tampered, "the backup has more key slots than a vault may have, or none")
        }
        var slots: [[UInt8]] = []
        for _ in 0..<count {
            let size = try source.number()
            guard size <= KeySlot.sizeLimit else { throw VaultError(.tampered, "the backup's key slots are damaged") }
            slots.append(try source.read(Int(size)))
        }
        self.slots = slots
        salt = try source.read(Self.saltSize)
        streamHeader = try source.read(SealedStream.headerSize)
    }

    /// The stream's key, of its own for each backup.
    static func streamKey(root: borrowing SymmetricKey, salt: [UInt8]) -> SymmetricKey {
        salt.withRawSpan { KeyedHash.derive($0, key: root.derive(KeyLabel.Root.backup)) }
    }
}
