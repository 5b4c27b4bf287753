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
        case secretService = 4
        case tpm = 5

        /// Tells whether such a slot carries a note for the keeper of its key.
        var carriesNote: Bool { self == .tpm }

        package var description: String {
            switch self {
            case .passphrase: "passphrase"
            case .keyFile: "key-file"
            case .recoveryCode: "recovery-code"
            case .secretService: "secret-service"
            case .tpm: "tpm"
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
    /// What the keeper of the slot's key needs for it: the object that a TPM sealed; else empty.
    let note: [UInt8]
    let wrapped: [UInt8]
    let commitment: [UInt8]

    /// Slots that a vault may have: a hostile file can't ask for a passphrase hash without end.
    static let countLimit = 16
    static let commitmentSize = 32
    static let checksumSize = 16
    /// The size in bytes of a slot of a kind without note.
    static let size = 4 + 1 + 1 + 4 + 4 + PasswordHash.saltSize + KeyWrap.size + commitmentSize + checksumSize
    /// The most bytes that a slot may have.
    static let sizeLimit = size + 4 + noteLimit
    static let noteLimit = 2_048
}

extension KeySlot {
    /// Wraps `root` for a new slot.
    ///
    /// Runs Argon2id for a passphrase.
    static func make(
        for source: borrowing KeySource, wrapping root: borrowing SymmetricKey, scope: Scope = .owner,
        cost: PassphraseCost, vaultID: [UInt8]
    ) throws(VaultError) -> KeySlot {
        let kind = try source.requireUsable()
        let slotCost = kind == .passphrase ? cost.hashCost : nil
        let salt = RandomBytes.make(count: PasswordHash.saltSize)
        let note = try source.keepNewKey(ofSlotWithSalt: salt, vaultID: vaultID)
        // A kept key is read back: what a keyring says it has stored may be gone.
        guard let key = try source.slotKey(salt: salt, cost: slotCost, note: note, vaultID: vaultID) else {
            throw VaultError(.keyLost)
        }
        let context = publicFields(
            kind: kind, scope: scope, cost: slotCost, salt: salt, note: note, vaultID: vaultID)
        let wrapped = KeyWrap.seal(root, context: context, with: key.derive(KeyLabel.Slot.wrap))
        let commitment = commit(to: key, context: context, wrapped: wrapped)
        return KeySlot(
            kind: kind, scope: scope, cost: slotCost, salt: salt, note: note, wrapped: wrapped, commitment: commitment)
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
        guard let key = try source.slotKey(salt: salt, cost: cost, note: note, vaultID: vaultID) else { return nil }
        let context = Self.publicFields(
            kind: kind, scope: scope, cost: cost, salt: salt, note: note, vaultID: vaultID)
        let expected = Self.commit(to: key, context: context, wrapped: wrapped)
        let isCommitted = expected.withRawSpan { expected in
            commitment.withRawSpan { ConstantTime.equal(expected, $0) }
        }
        guard isCommitted else { return nil }
        return KeyWrap.open(wrapped, context: context, with: key.derive(KeyLabel.Slot.wrap))
    }

    /// Has the keeper of this slot's key forget it.
    func forgetKey(vaultID: [UInt8]) {
        kind.keeper?.forget(KeptSlot(vaultID: vaultID, salt: salt))
    }

    private static func publicFields(
        kind: Kind, scope: Scope, cost: PasswordHash.Cost?, salt: [UInt8], note: [UInt8], vaultID: [UInt8]
    ) -> [UInt8] {
        var writer = ByteWriter()
        writer.append("SVS1")
        writer.append(kind.rawValue)
        writer.append(scope.rawValue)
        writer.append(cost?.passes ?? 0)
        writer.append(cost?.memoryKiB ?? 0)
        writer.append(salt)
        if kind.carriesNote { writer.appendField(note) }
        writer.append(vaultID)
        return writer.bytes
    }

    private static func commit(to key: borrowing SymmetricKey, context: [UInt8], wrapped: [UInt8]) -> [UInt8] {
        (context + wrapped).withRawSpan {
            KeyedHash.digest($0, key: key.derive(KeyLabel.Slot.commitment), size: commitmentSize)
        }
    }
}
