extension Vault {
    /// Lets this user's programs open the vault for a while with ``KeySource/kernelKeyring``, without being asked.
    ///
    /// The root key is kept in the kernel's keyring of the user, in memory that is never swapped; nothing is written to a
    /// disk. It is gone when the time is over, when ``forgetKeptUnlocked(at:)`` is called, and when the machine starts anew.
    ///
    /// - Parameter seconds: from 1 to 86,400.
    /// - Throws: ``VaultError/Code/keySourceUnavailable`` where the system has no such keyring, as in many containers.
    public func keepUnlocked(seconds: Int) throws(VaultError) {
        guard (1...86_400).contains(seconds) else {
            throw VaultError(.invalidArgument, "a vault can be kept unlocked for up to 24 hours", path: path)
        }
        do throws(VaultError) {
            try KernelKeyring.keep(unlockedKeys().root, of: vaultID, seconds: UInt32(seconds))
        } catch { throw error.at(path) }
    }

    /// Ends what ``keepUnlocked(seconds:)`` began; needs no key.
    ///
    /// - Returns: whether the vault was kept unlocked.
    @discardableResult
    public static func forgetKeptUnlocked(at path: String) throws(VaultError) -> Bool {
        let path = try resolve(path)
        do throws(VaultError) {
            let store = try SQLiteStore(opening: path)
            return try KernelKeyring.forget(store.read { (store) throws(VaultError) in try store.header().vaultID })
        } catch { throw error.at(path) }
    }
}
