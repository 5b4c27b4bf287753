import Glibc
import SessionVault

/// Where the vault is.
enum VaultPath {
    static func resolve(_ invocation: Invocation) throws(CommandFailure) -> String {
        if let path = invocation[.vault] { return path }
        if let path = Environment.value("SESSIONVAULT_PATH") { return path }
        return "\(try dataFolder())/sessionvault/default.vault"
    }

    /// Refuses a path at which something stands, before anything is made and a passphrase asked for; the vault's own check
    /// comes later and decides.
    static func requireFree(_ path: String) throws(CommandFailure) {
        guard unsafe access(path, F_OK) == 0 else { return }
        throw CommandFailure(VaultError(.alreadyExists, path: path))
    }

    /// The base directory specification has relative paths ignored.
    private static func dataFolder() throws(CommandFailure) -> String {
        if let folder = Environment.value("XDG_DATA_HOME"), folder.hasPrefix("/") { return folder }
        guard let home = Environment.value("HOME") else {
            throw CommandFailure(
                "HOME is not set, so there is no default place for the vault. "
                    + "Name one with --vault PATH or in SESSIONVAULT_PATH.")
        }
        return "\(home)/.local/share"
    }
}
