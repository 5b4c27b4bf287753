/// The keys of one epoch. New records are sealed in the newest epoch; older ones open in theirs.
package final class Epoch: Sendable {
    let number: UInt32
    let metadataKey: SymmetricKey
    private let contentKey: SymmetricKey

    init(number: UInt32, content: consuming SymmetricKey, metadata: consuming SymmetricKey) {
        self.number = number
        contentKey = content
        metadataKey = metadata
    }

    /// The key that seals the bodies of one kind of record.
    func bodyKey(for kind: RecordKind) -> SymmetricKey {
        SubkeyDerivation.derive(UInt64(kind.rawValue), of: contentKey, in: KeyLabel.body)
    }

    static func random(number: UInt32) -> Epoch {
        Epoch(number: number, content: .random(), metadata: .random())
    }
}

extension Epoch {
    /// An epoch as it stands in the file: its two keys, each wrapped under a key of its own.
    package struct Wrapped: Sendable, Equatable {
        let number: UInt32
        let content: [UInt8]
        let metadata: [UInt8]
    }

    func wrapped(in vaultID: [UInt8], contentWrap: borrowing SymmetricKey, metadataWrap: borrowing SymmetricKey)
        -> Wrapped
    {
        Wrapped(
            number: number,
            content: KeyWrap.seal(contentKey, context: Self.context(vaultID, number, part: 1), with: contentWrap),
            metadata: KeyWrap.seal(metadataKey, context: Self.context(vaultID, number, part: 2), with: metadataWrap))
    }

    convenience init(
        opening wrapped: Wrapped, in vaultID: [UInt8], contentWrap: borrowing SymmetricKey,
        metadataWrap: borrowing SymmetricKey
    ) throws(VaultError) {
        let number = wrapped.number
        guard
            let content = KeyWrap.open(
                wrapped.content, context: Self.context(vaultID, number, part: 1), with: contentWrap),
            let metadata = KeyWrap.open(
                wrapped.metadata, context: Self.context(vaultID, number, part: 2), with: metadataWrap)
        else { throw VaultError(.tampered, "an epoch's keys are not as they were written") }
        self.init(number: number, content: content, metadata: metadata)
    }

    private static func context(_ vaultID: [UInt8], _ number: UInt32, part: UInt8) -> [UInt8] {
        var writer = ByteWriter()
        writer.append("SVE1".utf8)
        writer.append(vaultID)
        writer.append(number)
        writer.append(part)
        return writer.bytes
    }
}
