/// What every handle of one local session shares.
///
/// It holds no secret: tokens are read from the vault when needed.
final class SessionCore: Sendable {
    let vault: Vault
    let account: AccountID
    let id: [UInt8]
    let admitted: AdmissionNote
    let created: UnixTime

    init(vault: Vault, account: AccountID, id: [UInt8], admitted: AdmissionNote, created: UnixTime) {
        self.vault = vault
        self.account = account
        self.id = id
        self.admitted = admitted
        self.created = created
    }

    /// Reads a record of this session; nil where the session has none of its kind.
    ///
    /// - Throws: ``VaultError/Code/sessionEnded`` where the session has been removed or replaced.
    func read<Body: SealedBody & ~Copyable>(_: Body.Type = Body.self) throws(VaultError) -> Body? {
        guard let (record, keys) = try vault.record(Body.kind, of: account) else {
            _ = try tokens()
            return nil
        }
        return try open(record, keys)
    }

    /// Reads the tokens.
    ///
    /// Every session has them, so their absence means its end. Those that were read last are still the session's where
    /// nobody has written to the vault since, or has left their record as it was.
    func tokens() throws(VaultError) -> ReadyTokens {
        try vault.requireOwner()
        let stamp = vault.store.stamp()
        let last = vault.readyTokens.tokens(of: id, at: stamp)
        if let last, last.isCurrent { return last.ready }
        guard let (record, keys) = try vault.record(.token, of: account) else {
            vault.readyTokens.remove(id)
            throw VaultError(.sessionEnded)
        }
        var ready = last?.ready
        if ready?.record != record { ready = ReadyTokens(try openTokens(record, keys), in: record) }
        guard let ready else { throw VaultError(.sessionEnded) }
        vault.keep(ready, of: id, at: stamp)
        return ready
    }

    private func openTokens(_ record: StoredRecord, _ keys: Keyring) throws(VaultError) -> TokenSet {
        do throws(VaultError) {
            return try open(record, keys)
        } catch {
            vault.readyTokens.remove(id)
            throw error
        }
    }

    private func open<Body: SealedBody & ~Copyable>(_ record: StoredRecord, _ keys: Keyring) throws(VaultError) -> Body
    {
        let seal = RecordSeal(keys: keys)
        guard try seal.metadata(of: record).session == id else { throw VaultError(.sessionEnded) }
        let body: Body = try seal.body(of: record)
        if vault.published.isNew(record) { body.publish() }
        return body
    }

    func write(_ body: (inout VaultTransaction) throws(VaultError) -> Void) throws(VaultError) {
        try vault.transact { (transaction) throws(VaultError) in
            try transaction.requireLive(self)
            try body(&transaction)
        }
    }
}
