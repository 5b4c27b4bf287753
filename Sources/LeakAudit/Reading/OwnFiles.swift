import Glibc
import SessionVault

/// The files of the vault itself, which an audit must not open: closing one would give up the locks that SQLite holds on it.
struct OwnFiles: Sendable {
    let vault: Vault

    func contain(_ status: stat) -> Bool {
        let file = OpenVaults.FileIdentity(status)
        return OpenVaults.own(file) || vault.isAnchored(in: file)
    }
}
