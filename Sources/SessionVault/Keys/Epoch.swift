/// A period in which new records are sealed under one pair of keys: a content key for bodies, a metadata key for metadata.
///
/// Both are random, and each is wrapped under a key of its own, so that whoever opens metadata need not open bodies. New
/// records take the newest epoch; older ones open in theirs. Epoch 0 seals no record: its keys name and summarise.
package enum Epoch {
    /// The epoch whose keys outlive every rotation.
    static let names: UInt32 = 0

    /// An epoch as it stands in the file.
    package struct Wrapped: Sendable, Equatable {
        package let number: UInt32
        package let content: [UInt8]
        package let metadata: [UInt8]
    }

    /// One of an epoch's two keys.
    final class Key: Sendable {
        let epoch: UInt32
        let key: SymmetricKey
        private let bodyKeys: [BodyKey]

        init(epoch: UInt32, _ key: consuming SymmetricKey, part: Part) {
            self.epoch = epoch
            var bodyKeys: [BodyKey] = []
            if part == .content {
                for kind in RecordKind.allCases { bodyKeys.append(BodyKey(kind, key.bodyKey(for: kind))) }
            }
            self.bodyKeys = bodyKeys
            self.key = key
        }

        /// The key that seals the bodies of one kind of record, derived once.
        func bodyKey(for kind: RecordKind) -> BodyKey {
            bodyKeys.first { $0.kind == kind } ?? BodyKey(kind, key.bodyKey(for: kind))
        }
    }

    /// The key of the bodies of one kind of record.
    final class BodyKey: Sendable {
        let kind: RecordKind
        let key: SymmetricKey

        init(_ kind: RecordKind, _ key: consuming SymmetricKey) {
            self.kind = kind
            self.key = key
        }
    }

    /// Which of the two keys.
    enum Part: UInt8 {
        case content = 1
        case metadata = 2
    }

    /// Wraps a new epoch's keys.
    static func make(number: UInt32, vaultID: [UInt8], root: borrowing SymmetricKey) -> Wrapped {
        wrap(number: number, content: .random(), metadata: .random(), vaultID: vaultID, root: root)
    }

    static func wrap(
        number: UInt32, content: borrowing SymmetricKey, metadata: borrowing SymmetricKey, vaultID: [UInt8],
        root: borrowing SymmetricKey
    ) -> Wrapped {
        let metadataWrap = root.derive(KeyLabel.Root.auditRoot).derive(KeyLabel.Audit.metadataWrap)
        return Wrapped(
            number: number,
            content: KeyWrap.seal(
                content, context: context(vaultID, number, .content), with: root.derive(KeyLabel.Root.contentWrap)),
            metadata: KeyWrap.seal(metadata, context: context(vaultID, number, .metadata), with: metadataWrap))
    }

    /// Unwraps one of the keys of each epoch.
    ///
    /// - Parameter tolerant: passes over epochs whose keys are damaged.
    static func unwrap(
        _ part: Part, of epochs: [Wrapped], vaultID: [UInt8], with wrap: borrowing SymmetricKey, tolerant: Bool
    ) throws(VaultError) -> [UInt32: Key] {
        var keys: [UInt32: Key] = [:]
        for epoch in epochs {
            let sealed = part == .content ? epoch.content : epoch.metadata
            guard let key = KeyWrap.open(sealed, context: context(vaultID, epoch.number, part), with: wrap) else {
                guard !tolerant else { continue }
                throw VaultError(.tampered, "an epoch's keys are not as they were written")
            }
            keys[epoch.number] = Key(epoch: epoch.number, key, part: part)
        }
        return keys
    }

    private static func context(_ vaultID: [UInt8], _ number: UInt32, _ part: Part) -> [UInt8] {
        var writer = ByteWriter()
        writer.append("SVE1")
        writer.append(vaultID)
        writer.append(number)
        writer.append(part.rawValue)
        return writer.bytes
    }
}
