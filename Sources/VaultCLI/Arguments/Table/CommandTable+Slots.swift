extension CommandTable {
    static let slots = CommandGroup(
        "slots", "the ways into a vault: list, add, remove, change",
        details: """
            A key slot is one way into the vault: a passphrase, a key file, a recovery code, the desktop's keyring or a TPM. Each opens it alone, and \
            one that opens everything always stays. A copy of the file from before a slot was removed still opens by it.
            """,
        commands: [slotsList, slotsAdd, slotsRemove, slotsChange])

    private static let slotsList = CommandSpec(
        "slots list", "list the ways into a vault",
        details: """
            Shows each slot's number, kind, what it opens and what it costs to try. It asks for no key. Status 1 where a \
            slot is damaged.
            """,
        options: [.vault, .log],
        examples: [.init(line: "vault slots list", effect: "one line a slot")],
        run: SlotsListCommand.run)

    private static let slotsAdd = CommandSpec(
        "slots add", "add a way into a vault",
        details: """
            The vault is first opened as always. Then a new passphrase is asked for twice, or the key file of \
            --new-key-file is taken, or a recovery code is made: it is printed once, alone on standard output, and the \
            vault keeps nothing that it could be shown from again. With --auditor a passphrase or key file opens the vault \
            for inspection and leak searches alone: no secret, no change. The desktop's keyring (secret-service) and the \
            TPM keep a random key, and need a build with these traits.
            """,
        operands: [OperandSpec("KIND", .choice(SlotsAddCommand.Kind.allCases.map(\.rawValue)))],
        options: OptionSpec.unlocking + [
            .newPassphraseFD, .weakPassphrase, .newKeyFile, .newPIN, .newPINFD, .auditor, .passes, .memory, .log,
        ],
        examples: [
            .init(line: "vault slots add recovery-code", effect: "prints a code to write down"),
            .init(line: "vault slots add key-file --new-key-file ~/.sessionvault.key", effect: "makes the file too"),
            .init(line: "vault slots add passphrase --auditor", effect: "for somebody who checks and may not read"),
        ],
        run: SlotsAddCommand.run)

    private static let slotsRemove = CommandSpec(
        "slots remove", "remove a way into a vault",
        details: "The last slot that opens everything is never removed: add another first.",
        operands: [slotNumber],
        options: OptionSpec.unlocking + [.log],
        examples: [.init(line: "vault slots remove 2", effect: "removes slot #2 of `vault slots list`")],
        run: SlotsRemoveCommand.run)

    private static let slotsChange = CommandSpec(
        "slots change", "put a new passphrase in the place of one",
        details: """
            The vault is opened as always, by this slot or any other of an owner. The new passphrase takes the old one's \
            place in one step, under a number of its own, and opens what that one did.
            """,
        operands: [slotNumber],
        options: OptionSpec.unlocking + [.newPassphraseFD, .weakPassphrase, .passes, .memory, .log],
        examples: [.init(line: "vault slots change 1", effect: "asks for the old passphrase, then twice for the new")],
        run: SlotsChangeCommand.run)

    private static let slotNumber = OperandSpec("NUMBER")
}
