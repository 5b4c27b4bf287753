/// One way into the vault: the root key, wrapped under a key that comes from a ``KeySource``.
///
/// The AEAD does not commit to its key, so a slot also carries a commitment to it: one ciphertext can't be made to open
/// under two passphrases.
package struct KeySlot: Sendable, Equatable {
    /// Where a slot's key comes from.
    package enum Kind: UInt8, Sendable, CustomStringConvertible {
        case passphrase = 1
        case keyFile = 2
        case recoveryCode = 3

        package var description: String {
            switch self {
            case .passphrase: "passphrase"
            case .keyFile: "key-file"
            case .recoveryCode: "recovery-code"
            }
        }
    }

    /// What a slot gives access to.
    package enum Scope: UInt8, Sendable, CustomStringConvertible {
        /// Everything.
        case owner = 1
        /// Metadata alone.
        case auditor = 2

        package var description: String {
            switch self {
            case .owner: "owner"
            case .auditor: "auditor"
            }
        }
    }

    package let kind: Kind
    package let scope: Scope
    /// Cost of the passphrase hash; keys and codes that are random have none.
    package let cost: PasswordHash.Cost?
    let salt: [UInt8]
    let wrapped: [UInt8]
    let commitment: [UInt8]

    /// Slots that a vault may have: a hostile file can't ask for a passphrase hash without end.
    static let countLimit = 16
    static let commitmentSize = 32
    static let checksumSize = 16
    static let size = 4 + 1 + 1 + 4 + 4 + PasswordHash.saltSize + KeyWrap.size + commitmentSize + checksumSize
}

extension KeySlot {
    /// Wraps `root` for a new slot.
    ///
    /// Runs Argon2id for a passphrase.
    static func make(
        for source: borrowing KeySource, wrapping root: borrowing SymmetricKey, scope: Scope = .owner,
        cost: PassphraseCost, vaultID: [UInt8]
    ) throws(VaultError) -> KeySlot {
        let kind = source.kind
        let slotCost = kind == .passphrase ? cost.hashCost : nil
        let salt = RandomBytes.make(count: PasswordHash.saltSize)
        let key = try source.slotKey(salt: salt, cost: slotCost)
        let context = publicFields(kind: kind, scope: scope, cost: slotCost, salt: salt, vaultID: vaultID)
        let wrapped = KeyWrap.seal(root, context: context, with: key.derive(KeyLabel.Slot.wrap))
        let commitment = commit(to: key, context: context, wrapped: wrapped)
        return KeySlot(
            kind: kind, scope: scope, cost: slotCost, salt: salt, wrapped: wrapped, commitment: commitment)
    }

    /// Unwraps the root, or returns nil where `source` is not this slot's.
    ///
    /// Runs Argon2id for a passphrase, unless the slot asks for more than the limit: then no memory is touched.
    func open(
        with source: borrowing KeySource, vaultID: [UInt8], memoryLimitKiB: UInt32
    ) throws(VaultError) -> SymmetricKey? {
        guard source.kind == kind else { return nil }
        guard cost?.isWithin(memoryLimitKiB: memoryLimitKiB) ?? true else {
            throw VaultError(.tooLarge, "a passphrase's slot asks for more memory or passes than are allowed")
        }
        let key = try source.slotKey(salt: salt, cost: cost)
        let context = Self.publicFields(kind: kind, scope: scope, cost: cost, salt: salt, vaultID: vaultID)
        let expected = Self.commit(to: key, context: context, wrapped: wrapped)
        let isCommitted = expected.withRawSpan { expected in
            commitment.withRawSpan { ConstantTime.equal(expected, $0) }
        }
        guard isCommitted else { return nil }
        return KeyWrap.open(wrapped, context: context, with: key.derive(KeyLabel.Slot.wrap))
    }

    private static func publicFields(
        kind: Kind, scope: Scope, cost: PasswordHash.Cost?, salt: [UInt8], vaultID: [UInt8]
    ) -> [UInt8] {
        var writer = ByteWriter()
        writer.append("SVS1".utf8)
        writer.append(kind.rawValue)
        writer.append(scope.rawValue)
        writer.append(cost?.passes ?? 0)
        writer.append(cost?.memoryKiB ?? 0)
        writer.append(salt)
        writer.append(vaultID)
        return writer.bytes
    }

    private static func commit(to key: borrowing SymmetricKey, context: [UInt8], wrapped: [UInt8]) -> [UInt8] {
        (context + wrapped).withRawSpan {
            KeyedHash.digest($0, key: key.derive(KeyLabel.Slot.commitment), size: commitmentSize)
        }
    }
}

extension KeySource {
    /// The key that this source gives a slot.
    fileprivate func slotKey(salt: [UInt8], cost: PasswordHash.Cost?) throws(VaultError) -> SymmetricKey {
        switch form {
        case .passphrase:
            guard let cost else { throw VaultError(.tampered, "a passphrase slot has no cost") }
            do {
                return try typed.withExposedBytes { (bytes) throws(PasswordHash.OutOfMemory) in
                    try PasswordHash.derive(bytes, salt: salt, cost: cost)
                }
            } catch { throw VaultError(.outOfMemory) }
        case .keyFile(let path):
            let key = try KeyFile.read(at: path)
            return salt.withRawSpan { KeyedHash.derive($0, key: key) }
        case .recoveryCode:
            let key = try RecoveryCode.key(of: typed)
            return salt.withRawSpan { KeyedHash.derive($0, key: key) }
        }
    }
}
