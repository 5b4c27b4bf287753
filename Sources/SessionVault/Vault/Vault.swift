import Sealing

/// A vault: one file in which tokens, user records, device codes and push identities lie sealed.
///
/// All calls are safe from any thread and any number of processes. Those that an app makes while it runs have a synchronous
/// form and an `async` one, which runs on the vault's own queue, so that no flush blocks a thread of Swift's pool. A call that writes returns when what it
/// wrote is durable (it flushes to the disk). No call asks for the passphrase again while the vault is unlocked.
public final class Vault: Sendable {
    /// Where the vault's file is, with the folder's symbolic links resolved.
    public let path: String
    /// What the check found that ``VaultOptions/verification`` asked for when the vault was opened.
    ///
    /// Nil where there was none: the vault is new, too large, another process changed its keys meanwhile, or an auditor's key
    /// opened it.
    public let integrityWhenOpened: VaultIntegrity?
    package let vaultID: [UInt8]
    let store: any RecordStore
    let options: VaultOptions
    let freshness: FreshnessGuard?
    let refusals = PendingRefusals()
    let changes: ChangeBroadcast
    let queue = VaultQueue()
    let refreshLocks: RefreshLocks
    let rows = RowCache()
    let readyTokens = ReadyTokensCache()
    let readyRecords = ReadyRecordsCache()
    let published = PublishedRecords()
    private let access: Lock<VaultAccess>

    init(_ opened: OpenedVault, options: VaultOptions) {
        path = opened.path
        store = opened.store
        vaultID = opened.vaultID
        integrityWhenOpened = opened.integrity
        freshness = opened.freshness
        self.options = options
        refreshLocks = RefreshLocks(beside: opened.store is SQLiteStore ? opened.path : nil)
        changes = ChangeBroadcast(store: opened.store, queue: queue)
        access = Lock(opened.access)
    }

    /// Wipes the vault's keys, tokens and records from memory.
    ///
    /// Every later call that needs them throws ``VaultError/Code/locked``.
    public func lock() {
        access.withLock { $0 = .locked }
        forgetReady()
    }

    /// Wipes what is kept ready, after sessions have gone: whose, the transaction alone knows.
    func forgetReady() {
        readyTokens.removeAll()
        readyRecords.removeAll()
    }

    /// Wipes what is kept ready of a session that is gone.
    func forget(_ session: [UInt8]) {
        readyTokens.remove(session)
        readyRecords.remove(session)
    }

    /// Keeps tokens ready for the next read, unless the vault was locked while they were read.
    func keep(_ ready: ReadyTokens, of session: [UInt8], at stamp: StoreStamp?) {
        access.withLock { access in
            if case .owner = access { readyTokens.keep(ready, of: session, at: stamp) }
        }
    }

    /// As ``keep(_:of:at:)`` for tokens.
    func keep(_ ready: ReadyRecord, _ kind: RecordKind, of session: [UInt8], at stamp: StoreStamp) {
        access.withLock { access in
            if case .owner = access { readyRecords.keep(ready, kind, of: session, at: stamp) }
        }
    }

    /// Unlocks the vault again, as ``open(at:unlockingWith:options:)`` does.
    public func unlock(with source: borrowing KeySource) throws(VaultError) {
        let unlocked: UnlockedStore
        do throws(VaultError) { unlocked = try UnlockedStore(store, with: source, options: options) } catch {
            throw error.at(path)
        }
        guard unlocked.vaultID == vaultID else { throw VaultError(.tampered, "the file was replaced", path: path) }
        if let freshness, case .owner(let keys) = unlocked.access {
            do throws(VaultError) { try freshness.settle(store, keys, acceptingRollback: false) } catch {
                throw error.at(path)
            }
        }
        access.withLock { $0 = unlocked.access }
    }

    /// Tells whether keys are in memory.
    public var isUnlocked: Bool { access.withLock { $0.audit != nil } }

    /// Tells whether an auditor's key unlocked the vault: it can be inspected and its leaks looked for, and nothing else.
    public var isAuditOnly: Bool {
        access.withLock { access in
            if case .auditor = access { true } else { false }
        }
    }

    /// Why the anchor does not know the newest write; nil where it does, or where there is no anchor.
    ///
    /// The write itself is durable. The next one tells the anchor again.
    public var anchorFault: VaultError? { freshness?.lastFault }

    func unlockedKeys() throws(VaultError) -> Keyring {
        switch access.withLock({ $0 }) {
        case .locked: throw VaultError(.locked, path: path)
        case .auditor: throw VaultError(.auditOnly, path: path)
        case .owner(let keys): return keys
        }
    }

    /// As ``unlockedKeys()``, without the keys.
    func requireOwner() throws(VaultError) {
        try access.withLock { (access) throws(VaultError) in
            switch access {
            case .locked: throw VaultError(.locked, path: path)
            case .auditor: throw VaultError(.auditOnly, path: path)
            case .owner: break
            }
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
}
