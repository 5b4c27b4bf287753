extension KeySource {
    /// The key that this source gives a slot; nil where it opens none.
    func slotKey(
        salt: [UInt8], cost: PasswordHash.Cost?, note: [UInt8], vaultID: [UInt8]
    ) throws(VaultError) -> SymmetricKey? {
        switch form {
        case .passphrase:
            guard let cost else { throw VaultError(.tampered, "a passphrase slot has no cost") }
            do {
                return try held.withExposedBytes { (bytes) throws(PasswordHash.OutOfMemory) in
                    try PasswordHash.derive(bytes, salt: salt, cost: cost)
                }
            } catch { throw VaultError(.outOfMemory) }
        case .keyFile(let path): return derive(salt, try KeyFile.read(at: path))
        case .deliveredKey:
            guard let key = SymmetricKey(held.copy()) else { return nil }
            return derive(salt, key)
        case .recoveryCode: return derive(salt, try RecoveryCode.key(of: held))
        case .kernelKeyring: return nil
        case .kept(let keeper):
            guard let key = try keeper.key(of: KeptSlot(vaultID: vaultID, salt: salt), note: note) else { return nil }
            return derive(salt, key)
        }
    }

    /// Has a keeper keep a fresh key for a new slot; what the slot has to carry for it, empty for other sources.
    func keepNewKey(ofSlotWithSalt salt: [UInt8], vaultID: [UInt8]) throws(VaultError) -> [UInt8] {
        guard let keeper else { return [] }
        return try keeper.keep(.random(), of: KeptSlot(vaultID: vaultID, salt: salt))
    }

    private func derive(_ salt: [UInt8], _ key: borrowing SymmetricKey) -> SymmetricKey {
        salt.withRawSpan { KeyedHash.derive($0, key: key) }
    }
}
