extension SecretStore {
    /// As ``set(_:for:)``, on the vault's own queue.
    public func set(_ value: borrowing SecretBytes, for name: SecretName) async throws(VaultError) {
        try await vault.queue.run { () throws(VaultError) in try set(value, for: name) }
    }

    /// As ``value(for:)``, on the vault's own queue.
    public func value(for name: SecretName) async throws(VaultError) -> SecretBytes? {
        try await vault.queue.run { () throws(VaultError) in try value(for: name) }
    }

    /// As ``remove(_:)``, on the vault's own queue.
    @discardableResult
    public func remove(_ name: SecretName) async throws(VaultError) -> Bool {
        try await vault.queue.run { () throws(VaultError) in try remove(name) }
    }

    /// As ``names(of:)``, on the vault's own queue.
    public func names(of service: String? = nil) async throws(VaultError) -> [SecretName] {
        try await vault.queue.run { () throws(VaultError) in try names(of: service) }
    }

    /// As ``removeAll(of:)``, on the vault's own queue.
    public func removeAll(of service: String? = nil) async throws(VaultError) {
        try await vault.queue.run { () throws(VaultError) in try removeAll(of: service) }
    }
}
