import Sealing
import SessionVault

/// Remembers the vault that a command opened, so that its end can tell whether the anchor lags behind.
final class AnchorWatch: Sendable {
    private let vault = Lock<Vault?>(nil)

    func watch(_ opened: Vault) {
        vault.withLock { $0 = opened }
    }

    /// Why the anchor does not know the newest write.
    var fault: VaultError? { vault.withLock { $0?.anchorFault } }
}
