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
        try vault.requireOwner()
        let stamp = vault.store.stamp()
        if let stamp, let ready = vault.readyRecords.record(Body.kind, of: id, at: stamp) {
            return try RecordSeal.read(ready.body)
        }
        guard let (record, keys) = try vault.record(Body.kind, of: account) else {
            _ = try tokens()
            return nil
        }
        let ready = ReadyRecord(try openBody(record, keys, of: Body.kind))
        let body: Body = try RecordSeal.read(ready.body)
        vault.published.publishOnce(record) { body.publish() }
        if let stamp { vault.keep(ready, Body.kind, of: id, at: stamp) }
        return body
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
            vault.forget(id)
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
            let tokens: TokenSet = try RecordSeal.read(try openBody(record, keys, of: .token))
            vault.published.publishOnce(record) { tokens.publish() }
            return tokens
        } catch {
            vault.forget(id)
            throw error
        }
    }

    private func openBody(_ record: StoredRecord, _ keys: Keyring, of kind: RecordKind) throws(VaultError)
        -> SecretBytes
    {
        let seal = RecordSeal(keys: keys)
        guard try seal.metadata(of: record).session == id else { throw VaultError(.sessionEnded) }
        return try seal.paddedBody(of: record, kind: kind)
    }

    func write(_ body: (inout VaultTransaction) throws(VaultError) -> Void) throws(VaultError) {
        try vault.transact { (transaction) throws(VaultError) in
            try transaction.requireLive(self)
            try body(&transaction)
        }
    }
}
