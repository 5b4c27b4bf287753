/// A store whose keys a source has unwrapped.
struct UnlockedStore {
    let vaultID: [UInt8]
    let access: VaultAccess

    /// Tries each slot of the source's kind; a damaged one does not keep the others from opening.
    init(_ store: any RecordStore, with source: borrowing KeySource, options: VaultOptions) throws(VaultError) {
        // One state, whatever another process replaces while a passphrase is hashed.
        let content = try store.snapshot { (store) throws(VaultError) in try Content(store) }
        let (header, slots) = (content.header.header, content.slots)
        guard header.vaultID.count == Header.vaultIDSize else { throw VaultError(.tampered, "the header is damaged") }
        guard slots.count <= KeySlot.countLimit else {
            throw VaultError(.tampered, "the file has more key slots than a vault may have")
        }
        vaultID = header.vaultID
        if case .kernelKeyring = source.form {
            access = try Self.keptAccess(to: content, vaultID: vaultID)
            return
        }
        access = try Self.access(to: content, with: source, vaultID: vaultID, options)
    }

    /// What leads to the keys.
    private struct Content {
        let header: Header.Authenticated
        let slots: [StoredSlot]
        let epochs: [Epoch.Wrapped]

        init(_ store: any StoreAccess) throws(VaultError) {
            header = try Header.Authenticated(store)
            slots = try store.slots()
            epochs = try store.epochs()
        }
    }

    private static func access(
        to content: Content, with source: borrowing KeySource, vaultID: [UInt8], _ options: VaultOptions
    ) throws(VaultError) -> VaultAccess {
        var damage: VaultError?
        for stored in content.slots {
            do throws(VaultError) {
                let slot = try KeySlot(decoding: stored.bytes)
                let key = try slot.open(
                    with: source, vaultID: vaultID, memoryLimitKiB: options.passphraseMemoryLimitKiB)
                guard let key else { continue }
                return try open(slot.scope, key, content, vaultID: vaultID, slot: stored)
            } catch {
                guard [.tampered, .newerFormat, .tooLarge].contains(error.code) else { throw error }
                damage = error
            }
        }
        throw damage ?? (source.keeper as? MissingKeeper)?.refusal ?? VaultError(.wrongKey)
    }

    /// Opens with the root key that the kernel keeps, which is none of this vault's once the root has been replaced.
    private static func keptAccess(to content: Content, vaultID: [UInt8]) throws(VaultError) -> VaultAccess {
        let locked = VaultError(
            .keySourceUnavailable, "the vault is not kept unlocked",
            mend: "Unlock it for a while with `vault unlock`, or use its passphrase or key file.")
        guard let root = try KernelKeyring.root(of: vaultID) else { throw locked }
        guard content.header.isAuthentic(under: root) else { throw locked }
        return .owner(
            try Keyring(
                root: root, vaultID: vaultID, epochs: content.epochs, headerTag: content.header.header.mac, slot: nil))
    }

    /// Where slots or epochs are not as they were written, the keys only read.
    private static func open(
        _ scope: KeySlot.Scope, _ key: consuming SymmetricKey, _ content: Content, vaultID: [UInt8], slot: StoredSlot
    ) throws(VaultError) -> VaultAccess {
        switch scope {
        case .auditor:
            return .auditor(try AuditKeys(auditRoot: key, vaultID: vaultID, epochs: content.epochs, tolerant: true))
        case .owner:
            let isAuthentic = content.header.isAuthentic(under: key)
            return .owner(
                try Keyring(
                    root: key, vaultID: vaultID, epochs: content.epochs, headerTag: content.header.header.mac,
                    slot: slot,
                    isHeaderAuthentic: isAuthentic))
        }
    }
}
