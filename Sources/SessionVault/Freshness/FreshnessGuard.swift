import Sealing

/// Holds a vault against its anchor.
final class FreshnessGuard: Sendable {
    private let anchor: any FreshnessAnchor
    private let fault = Lock<VaultError?>(nil)

    init(_ anchor: any FreshnessAnchor) {
        self.anchor = anchor
    }

    /// Where the anchor is, if it is a file.
    var filePath: String? { (anchor as? FileAnchor)?.path }

    /// Why the anchor does not know the newest state; nil where it does.
    var lastFault: VaultError? { fault.withLock { $0 } }

    /// What the anchor remembers.
    ///
    /// It has to be asked before the vault is read: what another process writes in between is then newer, never older.
    func newest(of vaultID: [UInt8]) throws(VaultError) -> AnchoredState? {
        do { return try anchor.newest(of: vaultID) } catch { throw Self.translate(error) }
    }

    /// Holds a store that is being opened against the anchor.
    func settle(_ store: any RecordStore, _ keys: Keyring, acceptingRollback: Bool) throws(VaultError) {
        let newest = try newest(of: keys.vaultID)
        let state = try store.snapshot { (store) throws(VaultError) in try AnchoredState(reading: store, keys: keys) }
        if acceptingRollback {
            try record(state, of: keys.vaultID, overNewer: true)
        } else {
            try check(state, against: newest, of: keys.vaultID)
        }
    }

    /// Refuses to write on over a file that was put back under an open handle.
    func require(_ newest: AnchoredState?, beneath transaction: VaultTransaction, at path: String) throws(VaultError) {
        guard let newest, transaction.known < newest.sequence else { return }
        throw VaultError(.rolledBack, path: path)
    }

    /// Refuses a vault that is older than what the anchor remembers, and has the anchor remember a newer one.
    func check(_ state: AnchoredState, against newest: AnchoredState?, of vaultID: [UInt8]) throws(VaultError) {
        if let newest {
            guard state.sequence >= newest.sequence else { throw VaultError(.rolledBack) }
            guard state.sequence > newest.sequence || state.digest == newest.digest else {
                throw VaultError(.rolledBack, "the vault's file is not the one that was written last")
            }
        }
        if state != newest { try record(state, of: vaultID, overNewer: false) }
    }

    /// Tells the anchor of a write that is durable already.
    ///
    /// A fault can't undo it: it is kept for ``lastFault``, and mended by the next write.
    func advance(to state: AnchoredState, of vaultID: [UInt8]) {
        do throws(VaultError) {
            try record(state, of: vaultID, overNewer: false)
            fault.withLock { $0 = nil }
        } catch { fault.withLock { $0 = error } }
    }

    private func record(_ state: AnchoredState, of vaultID: [UInt8], overNewer: Bool) throws(VaultError) {
        do { try anchor.record(state, of: vaultID, overNewer: overNewer) } catch { throw Self.translate(error) }
    }

    private static func translate(_ error: any Error) -> VaultError {
        (error as? VaultError) ?? VaultError(.anchorUnavailable)
    }
}
