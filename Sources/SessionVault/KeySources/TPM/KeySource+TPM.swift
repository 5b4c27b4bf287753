extension KeySource {
    /// This machine's TPM 2.0, which seals a random key for each slot; without `pin`, whoever has the machine has the key.
    ///
    /// Needs a build with the package trait `TPM`, and access to the TPM (on Debian the group `tss`). A TPM can be cleared,
    /// so such a slot is never a vault's only way in. `$TPM2TOOLS_TCTI` names another TPM than the system's.
    ///
    /// - Parameter pin: asked for again at each opening. The TPM locks itself after wrong ones.
    public static func tpm(pin: consuming SecretBytes? = nil) -> KeySource {
        KeySource(keptBy: tpmKeeper(pin: pin))
    }

    static func tpmKeeper(pin: consuming SecretBytes?) -> any KeyKeeper {
        #if TPM
            TPMKeeper(pin: pin)
        #else
            MissingKeeper(
                kind: .tpm,
                refusal: VaultError(
                    .keySourceUnavailable, "this build can't speak to a TPM",
                    mend: """
                        Install libtss2-dev and build with the trait TPM (the command with `make install TRAITS=TPM`), or use \
                        another way in.
                        """))
        #endif
    }
}
