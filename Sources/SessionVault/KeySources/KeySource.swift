/// Where the key that opens a vault comes from.
public struct KeySource: ~Copyable, Sendable {
    enum Form: Sendable {
        case passphrase
        case keyFile(path: String)
        /// The key itself, which a key file's line brought.
        case deliveredKey
        case recoveryCode
        case kernelKeyring
        case kept(any KeyKeeper)
    }

    let form: Form
    /// What was typed or delivered; empty for a source that is asked when it is used.
    let held: SecretBytes

    private init(_ form: Form, holding held: consuming SecretBytes = SecretBytes(zeroed: 0)) {
        self.form = form
        self.held = held
    }

    init(keptBy keeper: any KeyKeeper) {
        self.init(.kept(keeper))
    }

    /// A passphrase, stretched with Argon2id (RFC 9106): about a second and 256 MiB at the default cost.
    public static func passphrase(_ passphrase: consuming SecretBytes) -> KeySource {
        KeySource(.passphrase, holding: passphrase)
    }

    /// A key file made by ``KeyFile/create(at:)``; it has to belong to the user and be closed to others.
    public static func keyFile(path: String) -> KeySource {
        KeySource(.keyFile(path: path))
    }

    /// A key file's line, read now from an open descriptor (3 or above), which is then closed: for containers.
    ///
    /// Opens the slots of that key file. Waits for at most two seconds at a time.
    ///
    /// - Throws: ``VaultError/Code/keySourceUnavailable``.
    public static func keyFile(descriptor: CInt) throws(VaultError) -> KeySource {
        KeySource(.deliveredKey, holding: try DeliveredKey.read(descriptor: descriptor).bytes.copy())
    }

    /// A key file's line, read now from a credential that systemd gave the service (`LoadCredential=`, `$CREDENTIALS_DIRECTORY`).
    ///
    /// Opens the slots of that key file.
    ///
    /// - Throws: ``VaultError/Code/keySourceUnavailable`` where there is none of that name.
    public static func keyFile(credential name: String) throws(VaultError) -> KeySource {
        KeySource(.deliveredKey, holding: try DeliveredKey.read(credential: name).bytes.copy())
    }

    /// A recovery code made by ``RecoveryCode/make()``, as it was typed: in any case, with or without dashes and spaces.
    public static func recoveryCode(_ code: consuming SecretBytes) -> KeySource {
        KeySource(.recoveryCode, holding: code)
    }

    /// What ``Vault/keepUnlocked(seconds:)`` keeps; it belongs to no slot, so it can't be made one.
    public static var kernelKeyring: KeySource { KeySource(.kernelKeyring) }

    /// The kind of the slots that it opens; nil where it opens the vault without one.
    package var kind: KeySlot.Kind? {
        switch form {
        case .passphrase: .passphrase
        case .keyFile, .deliveredKey: .keyFile
        case .recoveryCode: .recoveryCode
        case .kernelKeyring: nil
        case .kept(let keeper): keeper.kind
        }
    }

    var keeper: (any KeyKeeper)? {
        if case .kept(let keeper) = form { keeper } else { nil }
    }

    /// Refuses what no new slot can be made of, and tells the slot's kind.
    @discardableResult
    func requireUsable() throws(VaultError) -> KeySlot.Kind {
        guard let kind else {
            throw VaultError(
                .invalidArgument, "the kernel's keyring forgets: it is no way in that stays",
                mend: "Add a passphrase or a key file, and keep the vault unlocked then.")
        }
        guard kind != .passphrase || !held.isEmpty else {
            throw VaultError(.invalidArgument, "an empty passphrase protects nothing")
        }
        return kind
    }
}
