/// Plain secrets beside the sessions: bytes by service and account, for programs that only want a keychain.
///
/// Names are any text up to 1,024 bytes of UTF-8 and are compared by Unicode canonical equivalence; values are any bytes,
/// none included, up to 1 MiB. Calls that write flush to the disk.
public struct SecretStore: Sendable {
    let vault: Vault

    /// Stores a secret, and replaces the one that had the name.
    ///
    /// - Throws: ``VaultError/Code/tooLarge`` over a limit; nothing is written then.
    public func set(_ value: borrowing SecretBytes, for name: SecretName) throws(VaultError) {
        let body = PlainSecret(value: value.copy())
        try body.checkLimits()
        body.publish()
        let account = try name.identity
        try vault.transact { (transaction) throws(VaultError) in
            try transaction.put(body, of: account)
        }
    }

    /// Reads a secret, or returns nil where there is none of the name.
    ///
    /// - Throws: ``VaultError/Code/tampered`` where there is one that does not open: that is never "none".
    public func value(for name: SecretName) throws(VaultError) -> SecretBytes? {
        guard let (record, keys) = try vault.record(.secret, of: try name.identity) else { return nil }
        let secret: PlainSecret = try RecordSeal(keys: keys).body(of: record)
        vault.published.publishOnce(record) { secret.publish() }
        return secret.takeValue()
    }

    /// Removes a secret.
    ///
    /// Returns false where there was none of the name.
    @discardableResult
    public func remove(_ name: SecretName) throws(VaultError) -> Bool {
        let account = try name.identity
        let existed = try vault.transact { (transaction) throws(VaultError) in
            let key = transaction.keys.name(of: .secret, account: account)
            guard try transaction.store.record(named: key) != nil else { return false }
            try transaction.remove(named: key)
            return true
        }
        if existed { vault.store.purge() }
        return existed
    }

    /// The names of all secrets, or of one service's, in the order in which they were first stored.
    ///
    /// - Throws: ``VaultError/Code/tampered`` where a record does not open, since its name is then unknown.
    public func names(of service: String? = nil) throws(VaultError) -> [SecretName] {
        var names: [SecretName] = []
        try vault.forEachRecord { (record, seal) throws(VaultError) in
            guard let metadata = try seal.knownMetadata(of: record), metadata.kind == .secret,
                service == nil || service == metadata.account.realm
            else { return }
            names.append(SecretName(service: metadata.account.realm, account: metadata.account.subject))
        }
        return names
    }

    /// The tag that stands for a secret's name in this vault's reports, such as a leak audit's.
    ///
    /// Whether there is such a secret is not looked up.
    ///
    /// - Throws: ``VaultError/Code/locked``, or ``VaultError/Code/tooLarge`` for a name over its limit.
    public func accountTag(of name: SecretName) throws(VaultError) -> AccountTag {
        try vault.unlockedKeys().tag(of: try name.identity)
    }

    /// Removes every secret, or every one of a service, in one step.
    ///
    /// Sessions stay.
    public func removeAll(of service: String? = nil) throws(VaultError) {
        let doomed = try names(of: service)
        try vault.transact { (transaction) throws(VaultError) in
            for name in doomed {
                try transaction.remove(named: transaction.keys.name(of: .secret, account: try name.identity))
            }
        }
        vault.store.purge()
    }
}

extension Vault {
    /// The plain secrets of this vault.
    public var secrets: SecretStore { SecretStore(vault: self) }
}
