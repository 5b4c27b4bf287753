extension Vault {
    /// The sessions on disk, in the order in which they were first written. Each is provisional. A record that does not
    /// open is passed over here; ``inspect()`` names it.
    public func sessions() throws(VaultError) -> [ProvisionalSession] {
        let keys = try unlockedKeys()
        let seal = RecordSeal(keys: keys)
        var sessions: [ProvisionalSession] = []
        try store.snapshot { (store) throws(VaultError) in
            try store.forEachRecord { record in
                guard let metadata = try? seal.metadata(of: record), metadata.kind == .token else { return }
                if let session = provisional(metadata) { sessions.append(session) }
            }
        }
        return sessions
    }

    /// The account's session on disk, or nil where there is none.
    ///
    /// - Throws: ``VaultError/Code/tampered`` where there is one that does not open: that is never "none".
    public func restore(_ account: AccountID) throws(VaultError) -> ProvisionalSession? {
        let keys = try unlockedKeys()
        let name = keys.name(of: .token, account: account)
        guard let record = try store.read({ (store) throws(VaultError) in try store.record(named: name) }) else {
            return nil
        }
        return provisional(try RecordSeal(keys: keys).metadata(of: record))
    }

    /// Removes everything of one account. Flushes to the disk.
    public func remove(_ account: AccountID) throws(VaultError) {
        try transact { (transaction) throws(VaultError) in try transaction.removeSession(of: account) }
        store.purge()
    }

    /// Removes every session. Flushes to the disk once.
    public func removeAllSessions() throws(VaultError) {
        try transact { (transaction) throws(VaultError) in
            var names: [[UInt8]] = []
            let seal = transaction.seal
            try transaction.store.forEachRecord { record in
                guard let metadata = try? seal.metadata(of: record) else { return }
                if RecordKind.ofSession.contains(metadata.kind) { names.append(record.name) }
            }
            for name in names { try transaction.remove(named: name) }
        }
        store.purge()
    }

    private func provisional(_ metadata: RecordMetadata) -> ProvisionalSession? {
        guard let admitted = metadata.admitted else { return nil }
        return ProvisionalSession(
            core: SessionCore(
                vault: self, account: metadata.account, id: metadata.session, admitted: admitted,
                created: metadata.created))
    }
}
