/// Something on this machine that keeps a slot's key, and can lose it: the Secret Service or a TPM.
protocol KeyKeeper: Sendable {
    var kind: KeySlot.Kind { get }

    /// Keeps the key of a new slot.
    ///
    /// - Returns: what the slot has to carry for ``key(of:note:)``, at most ``KeySlot/noteLimit`` bytes.
    func keep(_ key: borrowing SymmetricKey, of slot: KeptSlot) throws(VaultError) -> [UInt8]

    /// The key again, or nil where what was asked for it, such as a PIN, is wrong.
    ///
    /// - Throws: ``VaultError/Code/keyLost`` where the keeper has it no more.
    func key(of slot: KeptSlot, note: [UInt8]) throws(VaultError) -> SymmetricKey?

    /// Removes the key of a slot that is gone, as well as that can be done.
    func forget(_ slot: KeptSlot)
}

/// What a keeper knows a slot by.
struct KeptSlot: Sendable {
    let vaultID: [UInt8]
    let salt: [UInt8]
}

extension KeySlot.Kind {
    /// Who keeps the keys of such slots; asks the user nothing.
    var keeper: (any KeyKeeper)? {
        switch self {
        case .passphrase, .keyFile, .recoveryCode: nil
        case .secretService: KeySource.secretServiceKeeper(mayPrompt: false)
        case .tpm: KeySource.tpmKeeper(pin: nil)
        }
    }

    /// Tells whether a reset or an update of the machine may take such slots' keys away.
    var isVolatile: Bool { self == .tpm }
}

/// In the place of a keeper that this build was made without.
struct MissingKeeper: KeyKeeper {
    let kind: KeySlot.Kind
    let refusal: VaultError

    func keep(_ key: borrowing SymmetricKey, of slot: KeptSlot) throws(VaultError) -> [UInt8] { throw refusal }

    func key(of slot: KeptSlot, note: [UInt8]) throws(VaultError) -> SymmetricKey? { throw refusal }

    func forget(_ slot: KeptSlot) {}
}
