extension Session {
    /// As ``readTokens()``, on the vault's own queue.
    public func readTokens() async throws(VaultError) -> TokenSet {
        try await core.vault.queue.run { () throws(VaultError) in try readTokens() }
    }

    /// As ``readUser()``, on the vault's own queue.
    public func readUser() async throws(VaultError) -> UserRecord? {
        try await core.vault.queue.run { () throws(VaultError) in try readUser() }
    }

    /// As ``readDeviceCode()``, on the vault's own queue.
    public func readDeviceCode() async throws(VaultError) -> DeviceCode? {
        try await core.vault.queue.run { () throws(VaultError) in try readDeviceCode() }
    }

    /// As ``readNotification()``, on the vault's own queue.
    public func readNotification() async throws(VaultError) -> NotificationIdentity? {
        try await core.vault.queue.run { () throws(VaultError) in try readNotification() }
    }

    /// As ``remove()``, on the vault's own queue.
    public func remove() async throws(VaultError) {
        try await core.vault.queue.run { () throws(VaultError) in try remove() }
    }
}

extension Session where Standing == Admitted {
    /// As ``replaceTokens(with:)``, on the vault's own queue.
    public func replaceTokens(with tokens: borrowing TokenSet) async throws(VaultError) {
        try await core.vault.queue.run { () throws(VaultError) in try replaceTokens(with: tokens) }
    }

    /// As ``setDeviceCode(_:)``, on the vault's own queue.
    public func setDeviceCode(_ code: borrowing DeviceCode?) async throws(VaultError) {
        try await core.vault.queue.run { () throws(VaultError) in try setDeviceCode(code) }
    }

    /// As ``setNotification(_:)``, on the vault's own queue.
    public func setNotification(_ identity: borrowing NotificationIdentity?) async throws(VaultError) {
        try await core.vault.queue.run { () throws(VaultError) in try setNotification(identity) }
    }
}

extension AccessToken {
    /// As ``copy()``, on the vault's own queue.
    public func copy() async throws(VaultError) -> SecretBytes {
        try await core.vault.queue.run { () throws(VaultError) in try copy() }
    }
}
