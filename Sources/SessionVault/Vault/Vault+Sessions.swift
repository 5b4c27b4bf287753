extension Vault {
    /// The sessions on disk, in the order in which they were first written.
    ///
    /// Each is provisional. A record that does not open is passed over here; ``inspect()`` names it.
    public func sessions() throws(VaultError) -> [ProvisionalSession] {
        var sessions: [ProvisionalSession] = []
        try forEachRecord { record, seal in
            guard let metadata = try? seal.metadata(of: record), metadata.kind == .token else { return }
            if let session = provisional(metadata) { sessions.append(session) }
        }
        return sessions
    }

    /// The account's session on disk, or nil where there is none.
    ///
    /// - Throws: ``VaultError/Code/tampered`` where there is one that does not open: that is never "none".
    public func restore(_ account: AccountID) throws(VaultError) -> ProvisionalSession? {
        guard let (record, keys) = try record(.token, of: account) else { return nil }
        guard let session = provisional(try RecordSeal(keys: keys).metadata(of: record)) else {
            throw VaultError(.tampered, "a token record names no admission", path: path)
        }
        return session
    }

    /// Removes everything of one account.
    ///
    /// Flushes to the disk.
    public func remove(_ account: AccountID) throws(VaultError) {
        try transact { (transaction) throws(VaultError) in
            try transaction.removeSession(of: account)
            try transaction.removeLogouts(of: account)
        }
        forgetReady()
        store.purge()
    }

    /// Removes every session.
    ///
    /// Flushes to the disk once.
    public func removeAllSessions() throws(VaultError) {
        try transact { (transaction) throws(VaultError) in
            try transaction.removeSessions(except: nil)
            try transaction.removeLogouts(of: nil)
        }
        forgetReady()
        store.purge()
    }

    /// Tells whether any record of the account's session is on disk, readable or not.
    package func hasRecords(of account: AccountID) throws(VaultError) -> Bool {
        let keys = try unlockedKeys()
        return try store.read { (store) throws(VaultError) in
            for kind in RecordKind.ofSession where try store.record(named: keys.name(of: kind, account: account)) != nil
            {
                return true
            }
            return false
        }
    }

    private func provisional(_ metadata: RecordMetadata) -> ProvisionalSession? {
        guard let admitted = metadata.admitted else { return nil }
        return ProvisionalSession(
            core: SessionCore(
                vault: self, account: metadata.account, id: metadata.session, admitted: admitted,
                created: metadata.created))
    }
}
