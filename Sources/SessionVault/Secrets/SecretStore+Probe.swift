public import Sealing

extension SecretStore {
    /// Stores a secret for each name in one durable transaction, for the benchmarks, which are a package of their own and so
    /// see no `package` declarations.
    ///
    /// It is no part of the API: only `@_spi(Benchmarks) import SessionVault` shows it.
    ///
    /// - Parameters:
    ///   - names: What the secrets are found by.
    ///   - isPublishing: Whether the loggers learn of each, as they do where one is set alone.
    ///   - value: Makes the secret for the name of that number.
    @_spi(Benchmarks)
    public func setEach(_ names: [SecretName], isPublishing: Bool = true, to value: (Int) -> SecretBytes)
        throws(VaultError)
    {
        try vault.transact { (transaction) throws(VaultError) in
            for (number, name) in names.enumerated() {
                let secret = PlainSecret(value: value(number))
                try secret.checkLimits()
                if isPublishing { secret.publish() }
                try transaction.put(secret, of: try name.identity)
            }
        }
    }
}
