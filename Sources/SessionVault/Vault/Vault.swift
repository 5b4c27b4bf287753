import Synchronization

/// A vault: one file in which tokens, user records, device codes and push identities lie sealed.
///
/// All calls are synchronous and safe from any thread and any number of processes. A call that writes returns when what
/// it wrote is durable (it flushes to the disk). No call asks for the passphrase again while the vault is unlocked.
public final class Vault: Sendable {
    /// Where the vault's file is, with the folder's symbolic links resolved.
    public let path: String
    package let vaultID: [UInt8]
    let store: any RecordStore
    private let access: Mutex<VaultAccess>

    private init(path: String, store: any RecordStore, vaultID: [UInt8], access: VaultAccess) {
        self.path = path
        self.store = store
        self.vaultID = vaultID
        self.access = Mutex(access)
    }

    /// Makes a new vault that `source` opens, and opens it.
    ///
    /// The file gets mode 0600, and folders that are missing mode 0700. It appears under its name only when it is whole.
    /// Runs Argon2id for a passphrase, and flushes to the disk.
    ///
    /// - Throws: ``VaultError/Code/alreadyExists`` where anything stands at the path: nothing is ever made over it.
    public static func create(at path: String, unlockingWith source: borrowing KeySource) throws(VaultError) -> Vault {
        try create(at: path, unlockingWith: source, cost: .moderate)
    }

    package static func create(
        at path: String, unlockingWith source: borrowing KeySource, cost: PasswordHash.Cost
    ) throws(VaultError) -> Vault {
        try Folder.requireFileName(path)
        try FileCheck.requireAbsent(path)
        try source.requireUsable()
        try Folder.make(Folder.containing(path))
        let path = try Folder.resolving(path)
        let root = SymmetricKey.random()
        let vaultID = RandomBytes.make(count: Header.vaultIDSize)
        let slot = try KeySlot.make(for: source, wrapping: root, cost: cost, vaultID: vaultID)
        let epochs = [Epoch.names, 1].map { number in Epoch.make(number: number, vaultID: vaultID, root: root) }
        let keys = try Keyring(root: root, vaultID: vaultID, epochs: epochs)
        try VaultFile.create(at: path) { (store) throws(VaultError) in
            try store.addSlot(slot.encoded)
            for epoch in epochs { try store.addEpoch(epoch) }
            try Header.write(created: .now, to: store, keys: keys)
            var manifest = Manifest.empty
            try manifest.write(to: store, with: keys)
        }
        return Vault(path: path, store: try SQLiteStore(opening: path), vaultID: vaultID, access: .owner(keys))
    }

    /// Opens the vault at `path`.
    ///
    /// Tries each slot of the source's kind, running Argon2id for every passphrase slot.
    ///
    /// - Throws: ``VaultError``. A failed opening changes nothing in the file.
    public static func open(at path: String, unlockingWith source: borrowing KeySource) throws(VaultError) -> Vault {
        let path = try resolve(path)
        do throws(VaultError) {
            let store = try SQLiteStore(opening: path)
            let (vaultID, access) = try unlock(store, with: source)
            return Vault(path: path, store: store, vaultID: vaultID, access: access)
        } catch { throw error.at(path) }
    }

    /// Wipes the vault's keys from memory.
    ///
    /// Every later call that needs them throws ``VaultError/Code/locked``.
    public func lock() {
        access.withLock { $0 = .locked }
    }

    /// Unlocks the vault again, as ``open(at:unlockingWith:)`` does.
    public func unlock(with source: borrowing KeySource) throws(VaultError) {
        let (vaultID, access): ([UInt8], VaultAccess)
        do throws(VaultError) { (vaultID, access) = try Self.unlock(store, with: source) } catch {
            throw error.at(path)
        }
        guard vaultID == self.vaultID else { throw VaultError(.tampered, "the file was replaced", path: path) }
        self.access.withLock { $0 = access }
    }

    /// Tells whether keys are in memory.
    public var isUnlocked: Bool { access.withLock { $0.audit != nil } }

    /// Tells whether an auditor's key unlocked the vault: it can be inspected and its leaks looked for, and nothing else.
    public var isAuditOnly: Bool {
        access.withLock { access in
            if case .auditor = access { true } else { false }
        }
    }

    func unlockedKeys() throws(VaultError) -> Keyring {
        switch access.withLock({ $0 }) {
        case .locked: throw VaultError(.locked, path: path)
        case .auditor: throw VaultError(.auditOnly, path: path)
        case .owner(let keys): return keys
        }
    }

    func auditKeys() throws(VaultError) -> AuditKeys {
        guard let keys = access.withLock({ $0.audit }) else { throw VaultError(.locked, path: path) }
        return keys
    }

    /// Takes over keys that were read again after another process changed them.
    func adopt(_ keys: Keyring) {
        access.withLock { access in
            if case .owner = access { access = .owner(keys) }
        }
    }

    static func resolve(_ path: String) throws(VaultError) -> String {
        do throws(VaultError) { return try Folder.resolving(path) } catch {
            throw error.code == .absent ? VaultError(.absent, path: path) : error
        }
    }

    private static func unlock(
        _ store: any RecordStore, with source: borrowing KeySource
    ) throws(VaultError) -> ([UInt8], VaultAccess) {
        let (header, slots) = try store.snapshot { (store) throws(VaultError) in
            (try store.header(), try store.slots())
        }
        guard header.vaultID.count == Header.vaultIDSize else { throw VaultError(.tampered, "the header is damaged") }
        guard slots.count <= KeySlot.countLimit else {
            throw VaultError(.tampered, "the file has more key slots than a vault may have")
        }
        var damage: VaultError?
        for stored in slots {
            let slot: KeySlot
            do throws(VaultError) { slot = try KeySlot(decoding: stored.bytes) } catch {
                damage = error
                continue
            }
            guard let key = try slot.open(with: source, vaultID: header.vaultID) else { continue }
            return (header.vaultID, try open(slot.scope, key, store, vaultID: header.vaultID))
        }
        throw damage ?? VaultError(.wrongKey)
    }

    private static func open(
        _ scope: KeySlot.Scope, _ key: consuming SymmetricKey, _ store: any RecordStore, vaultID: [UInt8]
    ) throws(VaultError) -> VaultAccess {
        let (epochs, header) = try store.snapshot { (store) throws(VaultError) in
            (try store.epochs(), try Header.Authenticated(store))
        }
        switch scope {
        case .auditor: return .auditor(try AuditKeys(auditRoot: key, vaultID: vaultID, epochs: epochs))
        case .owner:
            let keys = try Keyring(
                root: key, vaultID: vaultID, epochs: epochs, headerTag: header.header.mac)
            try header.verify(with: keys)
            return .owner(keys)
        }
    }
}
