public import SafeLogging

/// Which key sources a program that asks nobody tries, and in which order.
public struct SlotPreference: Sendable {
    /// A source that a machine may offer by itself.
    public enum Offer: Sendable, Hashable, CaseIterable, CustomStringConvertible {
        /// What `vault unlock` or ``Vault/keepUnlocked(seconds:)`` keeps in the kernel.
        case kernelKeyring
        /// The systemd credential `sessionvault-key`.
        case credential
        /// The open descriptor whose number stands in `$SESSIONVAULT_KEY_FD`.
        case descriptor
        /// The machine's TPM, without a PIN.
        case tpm
        /// The desktop's keyring, where it is unlocked.
        case secretService

        /// The source's name.
        public var description: String {
            switch self {
            case .kernelKeyring: "kernel keyring"
            case .credential: "systemd credential"
            case .descriptor: "key descriptor"
            case .tpm: "TPM"
            case .secretService: "Secret Service"
            }
        }
    }

    /// The sources in the order in which they are tried.
    public let order: [Offer]

    /// Tries these sources alone, in this order.
    public init(_ order: [Offer]) {
        self.order = order
    }

    /// What the user or the service manager has given this process comes first, then what the machine keeps: the kernel's
    /// keyring, a systemd credential, a descriptor, the TPM, the Secret Service.
    public static let automatic = SlotPreference(Offer.allCases)
}

extension SlotPreference {
    /// The first source that opens the vault at `path`, or nil where the machine offers none.
    ///
    /// Logs which one it takes, at `info`. A source that is there and does not open the vault is passed over with a warning
    /// that says why: no other is taken silently in its place.
    ///
    /// - Throws: ``VaultError`` where the vault's file can't be read.
    public func source(
        forVaultAt path: String, options: VaultOptions = VaultOptions(), log: SafeLogger = .disabled
    ) throws(VaultError) -> KeySource? {
        let store = try SQLiteStore(opening: try Vault.resolve(path))
        let kinds = try store.read { (store) throws(VaultError) in
            _ = try store.header()
            return try store.slots().compactMap { try? KeySlot(decoding: $0.bytes).kind }
        }
        for offer in order where offer.isMade(to: kinds) {
            do throws(VaultError) {
                let source = try offer.source()
                _ = try UnlockedStore(store, with: source, options: options)
                log.info("the vault's key comes from the \(offer.description, privacy: .public)")
                return source
            } catch {
                // Nothing is kept for most vaults, which is no fault.
                guard offer != .kernelKeyring || error.code != .keySourceUnavailable else { continue }
                log.warning(
                    "the \(offer.description, privacy: .public) does not open the vault: \(error.description, privacy: .public)"
                )
            }
        }
        return nil
    }
}

extension SlotPreference.Offer {
    private static let credentialName = "sessionvault-key"
    private static let variable = "SESSIONVAULT_KEY_FD"

    /// Tells whether asking makes sense: the process was given something, or the vault has such a slot.
    fileprivate func isMade(to kinds: [KeySlot.Kind]) -> Bool {
        switch self {
        case .kernelKeyring: true
        case .credential: DeliveredKey.isCredentialPresent(Self.credentialName)
        case .descriptor: Environment.value(Self.variable) != nil
        case .tpm: kinds.contains(.tpm)
        case .secretService: kinds.contains(.secretService)
        }
    }

    fileprivate func source() throws(VaultError) -> KeySource {
        switch self {
        case .kernelKeyring: return .kernelKeyring
        case .credential: return try .keyFile(credential: Self.credentialName)
        case .descriptor:
            return try .keyFile(descriptor: Environment.value(Self.variable).flatMap { CInt($0) } ?? -1)
        case .tpm: return .tpm()
        case .secretService: return .secretService(mayPrompt: false)
        }
    }
}

extension Vault {
    /// Opens the vault with what the machine offers, asking nobody.
    ///
    /// Logs which source it takes; see ``SlotPreference/source(forVaultAt:options:log:)``.
    ///
    /// - Throws: ``VaultError/Code/keySourceUnavailable`` where no source opens the vault.
    public static func open(
        at path: String, preferring preference: SlotPreference, options: VaultOptions = VaultOptions(),
        log: SafeLogger = .disabled
    ) throws(VaultError) -> Vault {
        guard let source = try preference.source(forVaultAt: path, options: options, log: log) else {
            throw VaultError(
                .keySourceUnavailable, "nothing on this machine opens the vault by itself", path: path,
                mend: "Unlock it for a while with `vault unlock`, or give its passphrase or key file.")
        }
        return try open(at: path, unlockingWith: source, options: options)
    }
}
