extension Vault {
    /// The sessions of a realm that are gone here and of which the server does not know yet, oldest first.
    ///
    /// Those that have waited too long are not among them.
    package func pendingLogouts(realm: String, at now: UnixTime = .now) throws(VaultError) -> [PendingLogout.Key] {
        var found: [PendingLogout.Key] = []
        let oldest = now.advanced(bySeconds: -PendingLogout.seconds)
        try forEachRecord { record, seal in
            guard let metadata = try? seal.metadata(of: record), metadata.kind == .pendingLogout,
                let branch = metadata.admitted?.branch, metadata.account.realm == realm, metadata.created >= oldest
            else { return }
            found.append(
                PendingLogout.Key(
                    account: metadata.account, branch: branch, session: metadata.session, created: metadata.created))
        }
        return found.sorted { $0.created < $1.created }
    }

    /// Deletes what has waited too long.
    ///
    /// Flushes to the disk where there is any.
    package func forgetExpiredLogouts(at now: UnixTime = .now) throws(VaultError) {
        var expired: [[UInt8]] = []
        let oldest = now.advanced(bySeconds: -PendingLogout.seconds)
        try forEachRecord { record, seal in
            guard let metadata = try? seal.metadata(of: record), metadata.kind == .pendingLogout,
                metadata.created < oldest
            else { return }
            expired.append(record.name)
        }
        guard !expired.isEmpty else { return }
        try transact { (transaction) throws(VaultError) in
            for name in expired { try transaction.remove(named: name) }
        }
        store.purge()
    }

    /// The realms of which ``pendingLogouts(realm:at:)`` has any.
    package func realmsOfPendingLogouts(at now: UnixTime = .now) throws(VaultError) -> [String] {
        var realms: Set<String> = []
        let oldest = now.advanced(bySeconds: -PendingLogout.seconds)
        try forEachRecord { record, seal in
            guard let metadata = try? seal.metadata(of: record), metadata.kind == .pendingLogout,
                metadata.created >= oldest
            else { return }
            realms.insert(metadata.account.realm)
        }
        return realms.sorted()
    }

    /// Reads what a logout needs; nil where it has been settled.
    package func pendingLogout(_ key: PendingLogout.Key) throws(VaultError) -> PendingLogout? {
        let keys = try unlockedKeys()
        let name = Self.name(of: key.account, key.session, keys)
        return try store.snapshot { (store) throws(VaultError) in
            guard let record = try store.record(named: name) else { return nil }
            let body: PendingLogout = try RecordSeal(keys: try readingKeys(for: store)).body(of: record)
            body.publish()
            return body
        }
    }

    /// Forgets a logout that the server has done, or never will.
    ///
    /// Flushes to the disk, where there is one.
    package func settleLogout(of account: AccountID, session: [UInt8]) throws(VaultError) {
        let isWaiting = try transact { (transaction) throws(VaultError) in
            let name = Self.name(of: account, session, transaction.keys)
            guard try transaction.store.record(named: name) != nil else { return false }
            try transaction.remove(named: name)
            return true
        }
        if isWaiting { store.purge() }
    }

    /// Removes everything of one account, and keeps what a logout at its server needs.
    package func end(_ account: AccountID, successor: borrowing NotificationIdentity?) throws(VaultError) {
        try transact { (transaction) throws(VaultError) in
            try transaction.endSession(of: account, successor: successor)
        }
        forgetReady()
        store.purge()
    }

    private static func name(of account: AccountID, _ session: [UInt8], _ keys: Keyring) -> [UInt8] {
        keys.name(
            of: .pendingLogout, account: account, discriminator: PendingLogout.Key.discriminator(of: session))
    }
}

extension Session {
    /// As ``remove()``, and keeps what a logout at its server needs, in the same step.
    ///
    /// The tokens are the session's newest, which the stored ones may not be.
    package func end(access: borrowing SecretBytes, refresh: borrowing SecretBytes?) throws(VaultError) {
        let newest: PendingLogout? = PendingLogout(access: access.copy(), refresh: refresh.copy(), notification: nil)
        do throws(VaultError) {
            try core.write { (transaction) throws(VaultError) in
                try transaction.endSession(of: core.account, newer: newest)
            }
        } catch {
            core.vault.forget(core.id)
            guard error.code == .sessionEnded else { throw error }
            return
        }
        core.vault.forget(core.id)
        core.vault.store.purge()
    }
}

extension Optional where Wrapped == SecretBytes {
    fileprivate func copy() -> SecretBytes? {
        switch self {
        case .some(let token): token.copy()
        case .none: nil
        }
    }
}
