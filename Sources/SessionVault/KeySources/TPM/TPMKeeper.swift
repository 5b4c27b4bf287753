#if TPM
    import CTSS
    import Glibc

    /// The machine's TPM 2.0: it seals each slot's key to itself, and the slot carries the sealed object.
    ///
    /// What passes the bus is encrypted under a session whose secret only this TPM's storage key opens.
    struct TPMKeeper: KeyKeeper {
        private let pin: PIN

        init(pin: consuming SecretBytes?) {
            self.pin = PIN(pin)
        }

        var kind: KeySlot.Kind { .tpm }

        func keep(_ key: borrowing SymmetricKey, of slot: KeptSlot) throws(VaultError) -> [UInt8] {
            let pin = try pin.forTPM()
            let tpm = try OpenTPM()
            var size = KeySlot.noteLimit
            var sealed = [UInt8](repeating: 0, count: size)
            let code = unsafe key.bytes.withUnsafeBytes { key in
                unsafe pin.withUnsafeBytes { pin in
                    unsafe ct_seal(
                        tpm.pointer, key.baseAddress, key.count, pin.baseAddress, pin.count, &sealed, &size)
                }
            }
            try OpenTPM.require(code)
            return Array(sealed.prefix(size))
        }

        func key(of slot: KeptSlot, note: [UInt8]) throws(VaultError) -> SymmetricKey? {
            let pin = try pin.forTPM()
            let tpm = try OpenTPM()
            var code = TSS2_RC(0)
            let key = unsafe SecretBytes(unsafeCount: SymmetricKey.size) { key in
                code = unsafe pin.withUnsafeBytes { pin in
                    unsafe ct_unseal(
                        tpm.pointer, note, note.count, pin.baseAddress, pin.count, key.baseAddress, key.count)
                }
            }
            if ct_result_of(code) == ct_wrong_pin { return nil }
            try OpenTPM.require(code)
            return SymmetricKey(key)
        }

        /// The TPM remembers nothing of what it sealed.
        func forget(_ slot: KeptSlot) {}
    }

    private final class PIN: Sendable {
        private let typed: SecretBytes?

        init(_ typed: consuming SecretBytes?) {
            self.typed = typed
        }

        /// As the TPM takes it, which has room for 32 bytes: its hash.
        func forTPM() throws(VaultError) -> SecretBytes {
            switch typed {
            case .none: return SecretBytes(zeroed: 0)
            case .some(let pin):
                guard !pin.isEmpty else { throw VaultError(.invalidArgument, "an empty PIN protects nothing") }
                return pin.withExposedBytes { KeyedHash.key(of: $0) }.bytes.copy()
            }
        }
    }

    /// A connection to the TPM, which closes when it goes.
    @safe
    private final class OpenTPM {
        let pointer = UnsafeMutablePointer<ct_tpm>.allocate(capacity: 1)

        /// The kernel's device, or what the user names.
        ///
        /// tpm2-tss by itself would also try a port of this machine, where anyone can pose as a TPM.
        init() throws(VaultError) {
            let code = unsafe ct_open(Environment.value("TPM2TOOLS_TCTI") ?? "device:/dev/tpmrm0", pointer)
            try Self.require(code)
        }

        deinit {
            unsafe ct_close(pointer)
            unsafe pointer.deallocate()
        }

        static func require(_ code: TSS2_RC) throws(VaultError) {
            guard code == 0 else { throw refusal(ct_result_of(code)) }
        }

        private static func refusal(_ result: ct_result) -> VaultError {
            switch result {
            case ct_foreign:
                VaultError(
                    .keyLost, "this TPM did not seal the slot's key, or was cleared since",
                    mend: "Use another of the vault's ways in, remove this slot and add it anew (`vault slots`).")
            case ct_locked_out:
                VaultError(
                    .keySourceUnavailable, "the TPM has locked itself after wrong PINs",
                    mend: "Wait for as long as `tpm2_getcap properties-variable` says, or use another way in.")
            case ct_unavailable:
                VaultError(
                    .keySourceUnavailable, "there is no TPM that this user may use",
                    mend: """
                        Turn it on in the firmware, and join the group `tss` (`sudo usermod -aG tss "$USER"`), or use \
                        another way in: a passphrase, a key file, the Secret Service.
                        """)
            default:
                VaultError(
                    .keySourceUnavailable, "the TPM failed",
                    mend: "Try again after a restart of the machine, or use another way in.")
            }
        }
    }
#endif
