extension CommandTable {
    static let secret = CommandGroup(
        "secret", "keep plain secrets: get, set, list, remove",
        details: """
            A plain secret is any bytes up to 1 MiB, found by a service and, where that has several, an account. Both \
            names lie sealed too. A value is never taken from the command line, where other users could see it.
            """,
        commands: [secretGet, secretSet, secretList, secretRemove])

    private static let secretGet = CommandSpec(
        "secret get", "write a secret's value to standard output",
        details: """
            Writes the value's bytes as they are and nothing else; on a terminal a line feed follows. With --format json \
            the field value_base64 holds them in base 64 (RFC 4648). Status 3 where there is no secret of that name; \
            one that does not open is status 1.
            """,
        operands: name,
        options: OptionSpec.unlocking + [.log],
        examples: [
            .init(line: "vault secret get example.com me", effect: "the value of account `me`"),
            .init(line: "vault secret get deploy-key >key.bin", effect: "any bytes, as they were stored"),
        ],
        run: SecretGetCommand.run)

    private static let secretSet = CommandSpec(
        "secret set", "store a secret, or replace it",
        details: """
            Reads the value from standard input to its end, every byte of it; a terminal is asked without echo for one \
            line, and told how long it was. It may have 1 MiB; a larger one is refused. With --passphrase-fd 0 the \
            value follows the passphrase's line.
            """,
        takesValue: true,
        operands: name,
        options: OptionSpec.unlocking + [.trim, .empty, .log],
        examples: [
            .init(line: "vault secret set example.com me", effect: "asks for the value"),
            .init(line: "vault secret set deploy-key <key.bin", effect: "takes the file as it is"),
        ],
        run: SecretSetCommand.run)

    private static let secretList = CommandSpec(
        "secret list", "list the names of the secrets",
        details: """
            Shows services and accounts in the order in which they were first stored, and the tag by which \
            `vault inspect` speaks of each; never a value.
            """,
        options: OptionSpec.unlocking + [.service, .log],
        examples: [.init(line: "vault secret list --service example.com", effect: "the accounts of one service")],
        run: SecretListCommand.run)

    private static let secretRemove = CommandSpec(
        "secret remove", "remove a secret, or all of them",
        details: """
            With --all it asks first whether to remove them; without a terminal, --yes has to say so. Sessions stay. \
            Status 3 where there is no secret of that name.
            """,
        operands: [OperandSpec("SERVICE", .text, .atMostOnce), OperandSpec("ACCOUNT", .text, .atMostOnce)],
        options: OptionSpec.unlocking + [.allSecrets, .service, .yes, .log],
        examples: [
            .init(line: "vault secret remove example.com me", effect: "one secret"),
            .init(line: "vault secret remove --all --service example.com", effect: "every one of a service"),
        ],
        run: SecretRemoveCommand.run)

    private static let name = [OperandSpec("SERVICE"), OperandSpec("ACCOUNT", .text, .atMostOnce)]
}
