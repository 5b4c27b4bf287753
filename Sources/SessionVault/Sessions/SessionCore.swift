import Synchronization

/// What every handle of one local session shares.
///
/// It holds no secret: tokens are read from the vault when needed.
final class SessionCore: Sendable {
    let vault: Vault
    let account: AccountID
    let id: [UInt8]
    let admitted: AdmissionNote
    let created: UnixTime
    /// The version of the token record that the loggers know, so that each is published once.
    private let publishedVersion = Atomic<UInt64>(0)

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
            if Body.kind != .token { _ = try tokens() }
            return nil
        }
        let seal = RecordSeal(keys: keys)
        guard try seal.metadata(of: record).session == id else { throw VaultError(.sessionEnded) }
        let body: Body = try seal.body(of: record)
        if Body.kind != .token || publishedVersion.exchange(record.version, ordering: .relaxed) != record.version {
            body.publish()
        }
        return body
    }

    /// Reads the tokens.
    ///
    /// Every session has them, so their absence means its end.
    func tokens() throws(VaultError) -> TokenSet {
        guard let tokens = try read(TokenSet.self) else { throw VaultError(.sessionEnded) }
        return tokens
    }

    func write(_ body: (inout VaultTransaction) throws(VaultError) -> Void) throws(VaultError) {
        try vault.transact { (transaction) throws(VaultError) in
            try transaction.requireLive(self)
            try body(&transaction)
        }
    }
}
