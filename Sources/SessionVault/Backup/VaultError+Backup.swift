extension VaultError {
    /// The same where what was read is a backup: its mend leads to no vault, which may be whole.
    var ofBackup: VaultError {
        switch code {
        case .tampered, .truncated:
            VaultError(code, detail, path: path, mend: "Name another backup; nothing was written.")
        case .wrongKey:
            VaultError(
                code, "this passphrase or key does not open the backup", path: path,
                mend: "Give one that opened the vault when the backup was made; nothing was written.")
        case .keyLost:
            VaultError(
                code, detail, path: path,
                mend: "Use another way in of that vault, such as a recovery code; nothing was written.")
        default: self
        }
    }
}
