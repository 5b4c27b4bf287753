/// What a refresh of one session does to the vault, whatever the session's standing.
package struct SessionRefresh: Sendable {
    let core: SessionCore

    /// The session's tokens as they stand now.
    package struct Current: ~Copyable, Sendable {
        package let tokens: TokenSet
        /// The number of the write that they came with.
        package let version: UInt64
        /// When they were written.
        package let obtained: UnixTime
        /// Whether somebody may have spent this very refresh token.
        package let doubt: Doubt
    }

    /// Whether a refresh token may have been spent by somebody who did not live to store the next one.
    package enum Doubt: Sendable {
        case none
        /// Somebody began to spend it, or an older copy of the vault was taken up.
        case begun
        /// The journal says so already.
        case noted
    }

    /// Takes the right to refresh, or returns nil while another task or process has it.
    package func tryLock() throws(VaultError) -> RefreshLock? {
        let keys = try core.vault.unlockedKeys()
        return try core.vault.refreshLocks.tryLock(keys.name(of: .token, account: core.account))
    }

    /// Reads the tokens; what is decided on them under the lock holds.
    ///
    /// - Throws: ``VaultError/Code/sessionEnded`` where the session has been removed or replaced.
    package func read() throws(VaultError) -> Current {
        try core.vault.store.snapshot { (store) throws(VaultError) in
            let keys = try core.vault.readingKeys(for: store)
            let name = keys.name(of: .token, account: core.account)
            guard let record = try store.record(named: name) else { throw VaultError(.sessionEnded) }
            let seal = RecordSeal(keys: keys)
            let metadata = try seal.metadata(of: record)
            guard metadata.session == core.id else { throw VaultError(.sessionEnded) }
            let tokens: TokenSet = try seal.body(of: record)
            let doubt = try Self.doubt(version: record.version, in: store, keys, keys.tag(of: core.account))
            core.vault.published.publishOnce(record) { tokens.publish() }
            return Current(
                tokens: tokens, version: record.version, obtained: metadata.updated, doubt: doubt)
        }
    }

    /// Notes, durably, that the refresh token of this version is about to be spent.
    package func begin(version: UInt64) throws(VaultError) {
        try note(JournalEvent.Kind.refreshBegun, version)
    }

    /// Notes that the refresh token of this version was not spent after all.
    package func abandon(version: UInt64) throws(VaultError) {
        try note(JournalEvent.Kind.refreshAbandoned, version)
    }

    /// Notes that nobody knows whether the refresh token of this version is spent.
    package func doubt(version: UInt64) throws(VaultError) {
        try note(JournalEvent.Kind.refreshInDoubt, version)
    }

    /// Writes the new tokens, durably, as obtained at `time`.
    ///
    /// - Throws: ``VaultError/Code/sessionEnded`` where the session was signed out or replaced meanwhile.
    package func store(_ tokens: borrowing TokenSet, at time: UnixTime) throws(VaultError) {
        tokens.publish()
        try core.write { (transaction) throws(VaultError) in
            try transaction.note(JournalEvent(.refreshed, account: transaction.keys.tag(of: core.account)))
            try transaction.put(tokens, core: core, expiry: tokens.expiry, at: time)
        }
    }

    private func note(_ kind: JournalEvent.Kind, _ version: UInt64) throws(VaultError) {
        try core.write { (transaction) throws(VaultError) in
            try transaction.note(
                JournalEvent(kind, account: transaction.keys.tag(of: core.account), number: version))
        }
    }

    /// The journal's last word on this version of the token record.
    private static func doubt(
        version: UInt64, in store: any StoreAccess, _ keys: Keyring, _ tag: AccountTag
    ) throws(VaultError) -> Doubt {
        let seal = JournalSeal(keys: keys.audit)
        var doubt = Doubt.none
        try store.forEachEvent { stored in
            guard let event = seal.open(stored)?.event else { return }
            switch event.kind {
            // What an older copy holds may have been spent since by the newer one.
            case .restored, .rollbackAccepted:
                if version <= event.number { doubt = .begun }
            case .refreshBegun:
                if event.account == tag, event.number == version { doubt = .begun }
            case .refreshInDoubt:
                if event.account == tag, event.number == version { doubt = .noted }
            case .refreshAbandoned:
                if event.account == tag, event.number == version { doubt = .none }
            default: break
            }
        }
        return doubt
    }
}

extension Session {
    /// What a refresh does to the vault.
    package var refresh: SessionRefresh { SessionRefresh(core: core) }
}
