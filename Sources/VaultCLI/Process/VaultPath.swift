/// Where the vault is.
enum VaultPath {
    static func resolve(_ invocation: Invocation) throws(CommandFailure) -> String {
        if let path = invocation[.vault] { return path }
        if let path = Environment.value("SESSIONVAULT_PATH") { return path }
        return "\(try dataFolder())/sessionvault/default.vault"
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
