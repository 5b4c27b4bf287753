#if SecretService
    import CSecret
    import SafeLogging

    /// The desktop's keyring, over the Secret Service's interface: GNOME Keyring, KeePassXC, KWallet.
    ///
    /// Each slot's key is an item of its own in the default collection, as one line of base64: a line feed in a value makes
    /// an unencrypted GNOME keyring unreadable.
    struct SecretServiceKeeper: KeyKeeper {
        /// Whether the user may be asked to unlock the keyring.
        let mayPrompt: Bool

        var kind: KeySlot.Kind { .secretService }

        /// Seconds in which the service has to answer by itself.
        private static let patience = 2
        /// Seconds for which a person may think.
        private static let patienceWithPerson = 120

        func keep(_ key: borrowing SymmetricKey, of slot: KeptSlot) throws(VaultError) -> [UInt8] {
            // A service that does not answer is told from a person who does not.
            let probe = LookUp(of: slot)
            let answer = probe.run(seconds: Self.patience)
            guard answer == cs_absent || answer == cs_done || (answer == cs_locked && mayPrompt) else {
                throw Self.refusal(answer)
            }
            let item = NewItem(Base64Secret.encode(key.bytes), of: slot)
            try Self.require(item.run(seconds: mayPrompt ? Self.patienceWithPerson : Self.patience))
            return []
        }

        func key(of slot: KeptSlot, note: [UInt8]) throws(VaultError) -> SymmetricKey? {
            var found = LookUp(of: slot)
            var answer = found.run(seconds: Self.patience)
            if answer == cs_locked, mayPrompt {
                found = LookUp(of: slot, prompting: true)
                answer = found.run(seconds: Self.patienceWithPerson)
            }
            try Self.require(answer)
            guard let key = found.key else {
                throw VaultError(.keyLost, "the keyring's item for this vault is not as it was written")
            }
            return key
        }

        func forget(_ slot: KeptSlot) {
            let names = ItemNames(slot)
            _ = unsafe SecretServiceCall.run(seconds: Self.patience) { service, cancellable in
                unsafe cs_clear(service, names.vault, names.slot, cancellable)
            }
        }

        private static func require(_ result: cs_result) throws(VaultError) {
            guard result == cs_done else { throw refusal(result) }
        }

        private static func refusal(_ result: cs_result) -> VaultError {
            switch result {
            case cs_absent: VaultError(.keyLost, "the keyring has no item for this vault")
            case cs_locked:
                VaultError(
                    .keySourceUnavailable, "the keyring is locked",
                    mend: "Unlock it, such as by logging in to the desktop, or use another way in.")
            case cs_unavailable:
                VaultError(
                    .keySourceUnavailable, "there is no Secret Service on this session's bus",
                    mend: """
                        Start one, such as gnome-keyring (without a desktop: `dbus-run-session`), or use another way in: \
                        a passphrase, a key file, a TPM.
                        """)
            default:
                VaultError(
                    .keySourceUnavailable, "the Secret Service failed",
                    mend: "See `journalctl --user`, or use another way in.")
            }
        }
    }

    private struct ItemNames: Sendable {
        let vault: String
        let slot: String

        init(_ slot: KeptSlot) {
            vault = Hexadecimal.lower(slot.vaultID)
            self.slot = Hexadecimal.lower(slot.salt)
        }
    }

    private final class NewItem: Sendable {
        private let names: ItemNames
        private let line: SecretBytes

        init(_ line: consuming SecretBytes, of slot: KeptSlot) {
            names = ItemNames(slot)
            self.line = line
        }

        func run(seconds: Int) -> cs_result {
            unsafe SecretServiceCall.run(seconds: seconds) { [self] service, cancellable in
                line.withExposedBytes { line in
                    unsafe line.withUnsafeBytes { line in
                        unsafe cs_store(
                            service, names.vault, names.slot, "Key of a session vault",
                            line.baseAddress?.assumingMemoryBound(to: CChar.self), line.count, cancellable)
                    }
                }
            }
        }
    }

    private final class LookUp: Sendable {
        private let names: ItemNames
        private let isPrompting: Bool
        private let line = Lock<SecretBytes?>(nil)

        init(of slot: KeptSlot, prompting: Bool = false) {
            names = ItemNames(slot)
            isPrompting = prompting
        }

        func run(seconds: Int) -> cs_result {
            unsafe SecretServiceCall.run(seconds: seconds) { [self] service, cancellable in
                var value: OpaquePointer?
                let result = unsafe cs_lookup(
                    service, names.vault, names.slot, isPrompting ? 1 : 0, cancellable, &value)
                guard let value = unsafe value else { return result }
                var size = gsize(0)
                if let text = unsafe secret_value_get(value, &size) {
                    line.withLock { line in
                        line = unsafe SecretBytes(copying: RawSpan(_unsafeStart: text, byteCount: Int(size)))
                    }
                }
                unsafe secret_value_unref(UnsafeMutableRawPointer(value))
                return result
            }
        }

        /// What the item holds; nil where that is no key.
        var key: SymmetricKey? {
            line.withLock { line in
                guard let text = line.take(), let key = Base64Secret.decode(text, count: SymmetricKey.size) else {
                    return nil
                }
                return SymmetricKey(key)
            }
        }
    }
#endif
