package import SafeLogging

extension Vault {
    /// The key of the vault's leak fingerprints.
    ///
    /// It finds values in logs, and opens nothing.
    package func fingerprintKey() throws(VaultError) -> FingerprintKey {
        try auditKeys().fingerprint.copy()
    }
}
