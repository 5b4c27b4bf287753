/// A sealed summary of all records: how many writes there were, how many records there are, a keyed multiset hash over
/// them, and where the journal ends.
///
/// It changes in the same transaction as the records, and finds rows that were deleted, added or put back.
struct Manifest: Equatable, Sendable {
    var sequence: UInt64
    var count: UInt64
    var sum: MultisetHash
    var journal: JournalChain

    static let empty = Manifest(sequence: 0, count: 0, sum: MultisetHash(), journal: .empty)

    /// Takes account of a write: `old` goes, `new` comes.
    mutating func replace(_ old: StoredRecord?, with new: StoredRecord?, keys: Keyring) {
        if let old {
            count &-= 1
            sum.remove(Self.leaf(of: old, keys: keys))
        }
        if let new {
            count &+= 1
            sum.add(Self.leaf(of: new, keys: keys))
        }
    }

    /// Keyed BLAKE2b over what identifies a row: name, epoch, version, and nonce and tag of each part.
    private static func leaf(of record: StoredRecord, keys: Keyring) -> [4 of UInt64] {
        var writer = ByteWriter()
        writer.appendField(record.name)
        writer.append(record.epoch)
        writer.append(record.version)
        for part in [record.metadata, record.body] {
            part.withRawSpan { part in
                writer.appendField(part.extracting(first: AEAD.nonceSize))
                writer.appendField(part.extracting(last: AEAD.tagSize))
            }
        }
        return KeyedHash.words(of: writer, key: keys.manifestLeaf)
    }
}

extension Manifest {
    /// The sealed row.
    ///
    /// It is bound to the header's MAC, so that the records of one state and the key slots of another do not go
    /// together.
    func sealed(with keys: Keyring, headerMAC: [UInt8]) -> [UInt8] {
        var writer = ByteWriter()
        writer.append(sequence)
        writer.append(count)
        for index in sum.words.indices { writer.append(sum.words[index]) }
        writer.append(journal.first)
        writer.append(journal.next)
        writer.append(journal.head)
        return writer.withRawSpan {
            AEAD.seal($0, authenticating: Self.context(keys, headerMAC), with: keys.manifestSeal)
        }
    }

    init(reading store: any StoreAccess, with keys: Keyring) throws(VaultError) {
        try self.init(reading: store, with: keys, headerMAC: try store.header().mac)
    }

    init(reading store: any StoreAccess, with keys: Keyring, headerMAC: [UInt8]) throws(VaultError) {
        try self.init(opening: try store.manifest(), with: keys, headerMAC: headerMAC)
    }

    /// Counts one more write, and writes the manifest.
    mutating func write(to store: any StoreWriter, with keys: Keyring) throws(VaultError) {
        sequence = try next()
        try store.setManifest(sealed(with: keys, headerMAC: try store.header().mac))
    }

    /// The number of the write after this one.
    func next() throws(VaultError) -> UInt64 {
        guard sequence < UInt64(Int64.max) else { throw VaultError(.tampered, "the vault's writes are used up") }
        return sequence + 1
    }

    private init(opening sealed: [UInt8], with keys: Keyring, headerMAC: [UInt8]) throws(VaultError) {
        do {
            let context = Self.context(keys, headerMAC)
            let message = try AEAD.open(sealed, authenticating: context, with: keys.manifestSeal)
            self = try message.withExposedBytes { (bytes) throws(ByteCursor.Malformed) in
                try Manifest(reading: bytes)
            }
        } catch { throw VaultError(.tampered, "the manifest is not as it was written") }
    }

    private init(reading bytes: RawSpan) throws(ByteCursor.Malformed) {
        var cursor = ByteCursor(bytes)
        sequence = try cursor.number(of: bytes)
        count = try cursor.number(of: bytes)
        sum = MultisetHash()
        for index in sum.words.indices { sum.words[index] = try cursor.number(of: bytes) }
        journal = try JournalChain(reading: &cursor, of: bytes)
        try cursor.finish()
    }

    private static func context(_ keys: Keyring, _ headerMAC: [UInt8]) -> ByteWriter {
        var writer = ByteWriter()
        writer.append("SVM1")
        writer.appendField(keys.vaultID)
        writer.appendField(headerMAC)
        return writer
    }
}
