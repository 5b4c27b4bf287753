/// Where the key of a slot comes from.
public enum KeySource: ~Copyable, Sendable {
    /// A passphrase, stretched with Argon2id (RFC 9106): about a second and 256 MiB at the default cost.
    case passphrase(SecretBytes)
    /// A key file made by ``KeyFile/create(at:)``; it has to belong to the user and be closed to others.
    case keyFile(path: String)

    /// A recovery code made by ``RecoveryCode/make()``, as it was typed: in any case, with or without dashes and spaces.
    case recoveryCode(SecretBytes)

    package var kind: KeySlot.Kind {
        switch self {
        case .passphrase: .passphrase
        case .keyFile: .keyFile
        case .recoveryCode: .recoveryCode
        }
    }

    /// Refuses an empty passphrase for a new slot.
    func requireUsable() throws(VaultError) {
        switch self {
        case .passphrase(let passphrase):
            guard passphrase.isEmpty else { return }
            throw VaultError(.invalidArgument, "an empty passphrase protects nothing")
        case .keyFile: return
        case .recoveryCode: return
        }
    }
}
