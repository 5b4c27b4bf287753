/// Where the key of a slot comes from.
public struct KeySource: ~Copyable, Sendable {
    enum Form: Sendable {
        case passphrase
        case keyFile(path: String)
        case recoveryCode
    }

    let form: Form
    /// What was typed; empty for a source that nobody types.
    let typed: SecretBytes

    private init(_ form: Form, typed: consuming SecretBytes = SecretBytes(zeroed: 0)) {
        self.form = form
        self.typed = typed
    }

    /// A passphrase, stretched with Argon2id (RFC 9106): about a second and 256 MiB at the default cost.
    public static func passphrase(_ passphrase: consuming SecretBytes) -> KeySource {
        KeySource(.passphrase, typed: passphrase)
    }

    /// A key file made by ``KeyFile/create(at:)``; it has to belong to the user and be closed to others.
    public static func keyFile(path: String) -> KeySource {
        KeySource(.keyFile(path: path))
    }

    /// A recovery code made by ``RecoveryCode/make()``, as it was typed: in any case, with or without dashes and spaces.
    public static func recoveryCode(_ code: consuming SecretBytes) -> KeySource {
        KeySource(.recoveryCode, typed: code)
    }

    package var kind: KeySlot.Kind {
        switch form {
        case .passphrase: .passphrase
        case .keyFile: .keyFile
        case .recoveryCode: .recoveryCode
        }
    }

    /// Refuses an empty passphrase for a new slot.
    func requireUsable() throws(VaultError) {
        guard case .passphrase = form, typed.isEmpty else { return }
        throw VaultError(.invalidArgument, "an empty passphrase protects nothing")
    }
}
