extension KeySource {
    /// The desktop's keyring (the freedesktop Secret Service: GNOME Keyring, KeePassXC, KWallet), which keeps a random key
    /// for each slot.
    ///
    /// Needs a build with the package trait `SecretService`. What can't be reached says so within two seconds.
    ///
    /// - Parameter mayPrompt: whether the keyring may ask the user to unlock it, for which there are two minutes.
    public static func secretService(mayPrompt: Bool = true) -> KeySource {
        KeySource(keptBy: secretServiceKeeper(mayPrompt: mayPrompt))
    }

    static func secretServiceKeeper(mayPrompt: Bool) -> any KeyKeeper {
        #if SecretService
            SecretServiceKeeper(mayPrompt: mayPrompt)
        #else
            MissingKeeper(
                kind: .secretService,
                refusal: VaultError(
                    .keySourceUnavailable, "this build can't speak to the Secret Service",
                    mend: """
                        Install libsecret-1-dev and build with the trait SecretService (the command with `make install TRAITS=SecretService`), or use \
                        another way in.
                        """))
        #endif
    }
}
