extension CommandTable {
    static let verify = CommandSpec(
        "verify", "check every record, the key slots and the journal",
        details: """
            Opens everything in one consistent state of the file and writes nothing. Status 0 where all is as it was \
            written, 1 where something is damaged or, with an anchor, the file is an older copy; 2 where that could not \
            be told. --accept-rollback has the anchor take this state for the newest, for after a restore; an anchor \
            file that is missing is made then.
            """,
        options: OptionSpec.unlocking + [.acceptRollback, .log],
        examples: [
            .init(line: "vault verify", effect: "says what is damaged, if anything is"),
            .init(line: "vault verify --anchor /media/key/anchor --accept-rollback", effect: "after a restore"),
        ],
        run: VerifyCommand.run)

    static let repair = CommandSpec(
        "repair", "set damaged records aside and keep the rest",
        details: """
            Makes a damaged vault one that can be written again. Records that do not open are set aside inside the vault \
            and kept; what was deleted stays deleted. Where the key slots were altered, only the one that opened the \
            vault stays. --discard then deletes what is set aside, and asks first; without a terminal, --yes has to say \
            so.
            """,
        options: OptionSpec.unlocking + [.discard, .yes, .log],
        examples: [
            .init(line: "vault repair", effect: "asks for the passphrase, then repairs"),
            .init(line: "vault repair --discard", effect: "deletes what no backup or later version will open"),
        ],
        run: RepairCommand.run)

    static let backup = CommandSpec(
        "backup", "write a sealed copy of everything to a file",
        details: """
            The copy is one consistent state and opens with what opens the vault now; others may use the vault \
            meanwhile. Nothing is overwritten. With - it goes to standard output, which can't be a terminal. A damaged \
            vault has to be repaired first: status 1.
            """,
        operands: [OperandSpec("FILE", .path)],
        options: OptionSpec.unlocking + [.log],
        examples: [
            .init(line: "vault backup /media/disk/vault.backup", effect: "mode 0600, whole or not there"),
            .init(
                line: "vault backup - --key-file ~/my.key | ssh host 'cat >vault.backup'",
                effect: "elsewhere"),
        ],
        run: BackupCommand.run)

    static let restore = CommandSpec(
        "restore", "make a vault from a backup",
        details: """
            Needs the passphrase, key file or code that opened the vault when the backup was made. The vault appears \
            only when the whole backup is authentic, and nothing is ever made over an existing one: `vault set-aside` \
            makes room. With - the backup comes from standard input. An anchor knows a newer state then: see \
            `vault verify --accept-rollback`.
            """,
        operands: [OperandSpec("FILE", .path)],
        options: OptionSpec.unlocking + [.log],
        examples: [
            .init(line: "vault restore vault.backup --vault copy.vault", effect: "a vault beside the one in use"),
            .init(line: "vault restore - <vault.backup", effect: "from standard input"),
        ],
        run: RestoreCommand.run)

    static let setAside = CommandSpec(
        "set-aside", "rename a vault that can't be opened any more",
        details: """
            Gives the file a new name beside the old one, so that another vault can be made or restored in its place. It \
            asks for no key and deletes nothing. It asks first; without a terminal, --yes has to say so.
            """,
        options: [.vault, .yes, .log],
        examples: [.init(line: "vault set-aside", effect: "default.vault becomes default.vault.aside-1")],
        run: SetAsideCommand.run)

    static let rotate = CommandSpec(
        "rotate", "seal everything under new keys",
        details: """
            Makes new keys and seals every record anew under them; other programs may go on using the vault meanwhile. \
            When no record needs the old keys, they are erased. A rotation that was cut off is finished by the next \
            one, which then begins no other. Records that do not open stay, and so do their keys: status 1. --root first \
            replaces the key that the slots open, for after one of them may have been seen; only the slot of the key \
            that is given can be kept.
            """,
        options: OptionSpec.unlocking + [.root, .removeOtherSlots, .log],
        examples: [
            .init(line: "vault rotate", effect: "asks for the passphrase, then rotates"),
            .init(line: "vault rotate --key-file ~/.sessionvault.key --quiet", effect: "from a timer"),
            .init(
                line: "vault rotate --root --remove-other-slots", effect: "leaves one way in, with keys nobody has seen"
            ),
        ],
        run: RotateCommand.run)
}
