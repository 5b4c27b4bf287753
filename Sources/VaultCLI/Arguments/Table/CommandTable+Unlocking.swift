extension CommandTable {
    static let unlock = CommandSpec(
        "unlock", "let the vault open by itself for a while",
        details: """
            Opens the vault and keeps its root key in the kernel's keyring of your user, in memory, until the time is over, \
            `vault lock` is run or the machine starts anew. Until then every command opens the vault without asking, and so \
            can every program of your user.
            """,
        options: OptionSpec.unlocking + [.duration, .log],
        examples: [.init(line: "vault unlock --for 15m", effect: "asks for the passphrase once")],
        run: UnlockCommand.run)

    static let lock = CommandSpec(
        "lock", "end what `vault unlock` began",
        details: "Removes the key from the kernel's keyring. It needs no key, and does nothing where none is kept.",
        options: [.vault, .log],
        examples: [.init(line: "vault lock", effect: "the next command asks again")],
        run: UnlockCommand.lock)
}
