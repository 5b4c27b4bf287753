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
            let key = Held(key.bytes.copy())
            return try unsafe OpenTPM.use { tpm in
                var size = KeySlot.noteLimit
                var sealed = [UInt8](repeating: 0, count: size)
                let code = unsafe key.bytes.withUnsafeBytes { key in
                    unsafe pin.bytes.withUnsafeBytes { pin in
                        unsafe ct_seal(tpm, key.baseAddress, key.count, pin.baseAddress, pin.count, &sealed, &size)
                    }
                }
                return code == 0 ? .success(Array(sealed.prefix(size))) : .failure(OpenTPM.refusal(code))
            }
        }

        func key(of slot: KeptSlot, note: [UInt8]) throws(VaultError) -> SymmetricKey? {
            let pin = try pin.forTPM()
            return try unsafe OpenTPM.use { tpm in
                var code = TSS2_RC(0)
                let key = unsafe SecretBytes(unsafeCount: SymmetricKey.size) { key in
                    code = unsafe pin.bytes.withUnsafeBytes { pin in
                        unsafe ct_unseal(
                            tpm, note, note.count, pin.baseAddress, pin.count, key.baseAddress, key.count)
                    }
                }
                if ct_result_of(code) == ct_wrong_pin { return .success(nil) }
                return code == 0 ? .success(SymmetricKey(key)) : .failure(OpenTPM.refusal(code))
            }
        }

        /// The TPM remembers nothing of what it sealed.
        func forget(_ slot: KeptSlot) {}
    }

    /// Secret bytes that a thread of their own works with.
    private final class Held: Sendable {
        let bytes: SecretBytes

        init(_ bytes: consuming SecretBytes) {
            self.bytes = bytes
        }
    }

    private final class PIN: Sendable {
        private let typed: SecretBytes?

        init(_ typed: consuming SecretBytes?) {
            self.typed = typed
        }

        /// As the TPM takes it, which has room for 32 bytes: its hash.
        func forTPM() throws(VaultError) -> Held {
            switch typed {
            case .none: return Held(SecretBytes(zeroed: 0))
            case .some(let pin):
                guard !pin.isEmpty else { throw VaultError(.invalidArgument, "an empty PIN protects nothing") }
                return Held(pin.withExposedBytes { KeyedHash.key(of: $0) }.bytes.copy())
            }
        }
    }

    /// A connection to the TPM.
    ///
    /// Unchecked: one thread after the other has it.
    @safe
    private final class OpenTPM: @unchecked Sendable {
        /// How long a TPM that is there may take for its first answer, in seconds.
        private static let patience = 2
        /// How long for all others: some chips take half a second for each.
        private static let workLimit = 10

        private let pointer = UnsafeMutablePointer<ct_tpm>.allocate(capacity: 1)

        /// Connects to the kernel's device, or to what the user names.
        ///
        /// tpm2-tss by itself would also try a port of this machine, where anyone can pose as a TPM.
        private init() throws(VaultError) {
            let code = unsafe ct_connect(Environment.value("TPM2TOOLS_TCTI") ?? "device:/dev/tpmrm0", pointer)
            guard code == 0 else { throw Self.refusal(code) }
        }

        deinit {
            unsafe ct_close(pointer)
            unsafe pointer.deallocate()
        }

        /// What `work` makes of the TPM; an error where that keeps silent.
        static func use<Value: ~Copyable & Sendable>(
            _ work: @escaping @Sendable (UnsafeMutablePointer<ct_tpm>) -> sending Result<Value, VaultError>
        ) throws(VaultError) -> Value {
            let connection = BoundedCall.run(seconds: patience) { () -> Result<OpenTPM, VaultError> in
                Result { () throws(VaultError) in try OpenTPM() }
            }
            guard let connection else { throw silence }
            let tpm = try connection.get()
            let result = BoundedCall.run(seconds: workLimit) { () -> Result<Value, VaultError> in
                // Here, since that waits for an answer too.
                defer { unsafe ct_close(tpm.pointer) }
                let code = unsafe ct_prepare(tpm.pointer)
                return unsafe code == 0 ? work(tpm.pointer) : .failure(refusal(code))
            }
            guard let result else { throw silence }
            return try result.get()
        }

        private static var silence: VaultError {
            VaultError(
                .keySourceUnavailable, "the TPM does not answer",
                mend: "Try again after a restart of the machine, or use another way in.")
        }

        static func refusal(_ code: TSS2_RC) -> VaultError {
            let result = ct_result_of(code)
            return switch result {
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
