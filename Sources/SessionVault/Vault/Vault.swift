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
    private let keyring: Mutex<Keyring?>

    private init(path: String, store: any RecordStore, keys: Keyring) {
        self.path = path
        self.store = store
        vaultID = keys.vaultID
        keyring = Mutex(keys)
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
        try requirePassphrase(source)
        try Folder.make(Folder.containing(path))
        let path = try Folder.resolving(path)
        let root = SymmetricKey.random()
        let vaultID = RandomBytes.make(count: Header.vaultIDSize)
        let slot = try KeySlot.make(for: source, wrapping: root, cost: cost, vaultID: vaultID)
        let epoch = Keyring.wrapFirstEpoch(root: root, vaultID: vaultID)
        let keys = try Keyring(root: root, vaultID: vaultID, epochs: [epoch])
        try VaultFile.create(at: path) { (store) throws(VaultError) in
            try store.addSlot(slot.encoded)
            try store.addEpoch(epoch)
            try Header.write(created: .now, to: store, keys: keys)
            var manifest = Manifest.empty
            try manifest.write(to: store, with: keys)
        }
        return Vault(path: path, store: try SQLiteStore(opening: path), keys: keys)
    }

    /// Opens the vault at `path`. Tries each slot of the source's kind, running Argon2id for every passphrase slot.
    ///
    /// - Throws: ``VaultError``. A failed opening changes nothing in the file.
    public static func open(at path: String, unlockingWith source: borrowing KeySource) throws(VaultError) -> Vault {
        let path = try resolve(path)
        do throws(VaultError) {
            let store = try SQLiteStore(opening: path)
            return Vault(path: path, store: store, keys: try unlock(store, with: source))
        } catch { throw error.at(path) }
    }

    /// Wipes the vault's keys from memory. Every later call that needs them throws ``VaultError/Code/locked``.
    public func lock() {
        keyring.withLock { $0 = nil }
    }

    /// Unlocks the vault again, as ``open(at:unlockingWith:)`` does.
    public func unlock(with source: borrowing KeySource) throws(VaultError) {
        let keys: Keyring
        do throws(VaultError) { keys = try Self.unlock(store, with: source) } catch { throw error.at(path) }
        guard keys.vaultID == vaultID else { throw VaultError(.tampered, "the file was replaced", path: path) }
        keyring.withLock { $0 = keys }
    }

    /// Tells whether the keys are in memory.
    public var isUnlocked: Bool { keyring.withLock { $0 != nil } }

    /// Adds another way in. Runs Argon2id for a passphrase, and flushes to the disk.
    ///
    /// The new slot is opened once from what was written, before this returns.
    public func addSlot(for source: borrowing KeySource) throws(VaultError) {
        try addSlot(for: source, cost: .moderate)
    }

    package func addSlot(for source: borrowing KeySource, cost: PasswordHash.Cost) throws(VaultError) {
        try Self.requirePassphrase(source)
        let keys = try unlockedKeys()
        let slot = try KeySlot.make(for: source, wrapping: keys.root, cost: cost, vaultID: vaultID)
        guard let root = try KeySlot(decoding: slot.encoded).open(with: source, vaultID: vaultID),
            root.bytes.equals(keys.root.bytes)
        else { throw VaultError(.inputOutput, "the new slot did not open", path: path) }
        try store.write { (store) throws(VaultError) in
            try Header.verify(store, keys: keys)
            var manifest = try Manifest(reading: store, with: keys)
            let created = UnixTime(milliseconds: try store.header().created)
            guard try store.slots().count < KeySlot.countLimit else {
                throw VaultError(.tooLarge, "a vault may have 16 key slots", path: path)
            }
            try store.addSlot(slot.encoded)
            guard try store.slots().last?.bytes == slot.encoded else { throw VaultError(.inputOutput, path: path) }
            try Header.write(created: created, to: store, keys: keys)
            try manifest.write(to: store, with: keys)
        }
    }

    private static func requirePassphrase(_ source: borrowing KeySource) throws(VaultError) {
        guard !source.isEmptyPassphrase else {
            throw VaultError(.invalidArgument, "an empty passphrase protects nothing")
        }
    }

    func unlockedKeys() throws(VaultError) -> Keyring {
        guard let keys = keyring.withLock({ $0 }) else { throw VaultError(.locked, path: path) }
        return keys
    }

    static func resolve(_ path: String) throws(VaultError) -> String {
        do throws(VaultError) { return try Folder.resolving(path) } catch {
            throw error.code == .absent ? VaultError(.absent, path: path) : error
        }
    }

    private static func unlock(_ store: any RecordStore, with source: borrowing KeySource) throws(VaultError) -> Keyring
    {
        let header = try store.read { (store) throws(VaultError) in try store.header() }
        guard header.vaultID.count == Header.vaultIDSize else { throw VaultError(.tampered, "the header is damaged") }
        let slots = try store.read { (store) throws(VaultError) in try store.slots() }
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
            guard slot.scope == .owner, let root = try slot.open(with: source, vaultID: header.vaultID) else {
                continue
            }
            return try store.snapshot { (store) throws(VaultError) in
                let keys = try Keyring(root: root.copy(), vaultID: header.vaultID, epochs: try store.epochs())
                try Header.verify(store, keys: keys)
                return keys
            }
        }
        throw damage ?? VaultError(.wrongKey)
    }
}
