/// Every command: the one source of the parser, the help pages, the manual page and the shells' completions.
enum CommandTable {
    static let entries: [CommandEntry] = [
        .command(create), .command(inspect), .command(verify), .command(repair), .command(backup), .command(restore),
        .command(setAside), .group(slots), .command(unlock), .command(lock), .command(rotate), .group(secret),
        .group(importing), .command(status), .command(login), .command(logout), .command(version),
        .command(manual), .command(completions),
    ]

    /// What the overview shows in its column; it names the others below.
    static let listed = entries.filter { ![manual.name, completions.name].contains($0.name) }

    /// Every command, those of groups too.
    static let commands: [CommandSpec] = entries.flatMap(\.commands)

    private static let create = CommandSpec(
        "init", "make a vault",
        details: """
            Makes an empty vault (mode 0600) that a passphrase or a key file opens. A passphrase of under 8 characters, or of \
            one or two that repeat, needs --weak-passphrase. A key file that is missing is made. \
            Nothing is ever made over an existing vault. With --anchor the file that knows the vault's newest state is made \
            too, where it is missing: put it where whoever can put back the vault's file can't put that one back.
            """,
        options: [.vault, .passphraseFD, .weakPassphrase, .keyFile, .anchor, .passes, .memory, .log],
        examples: [
            .init(line: "vault init", effect: "asks twice for a passphrase"),
            .init(line: "vault init --key-file ~/.sessionvault.key", effect: "makes the key file too"),
        ],
        run: InitCommand.run)

    private static let inspect = CommandSpec(
        "inspect", "show what a vault holds and whether it is intact",
        details: """
            Without a key it shows what anyone can see of the file. With the passphrase or the key file it opens every \
            record and shows its kind, age and gate; never a value, never an account's name. With --logs it says where \
            values of the vault stand in logs, whole or cut to their first or last 24 bytes: status 0 none, 1 leaks, 2 could \
            not tell; --shapes counts what only looks like a secret, too. With --events it shows what \
            happened to the vault, the newest last, and where that chain breaks.
            """,
        operands: [OperandSpec("FILE", .path, .anyNumber)],
        options: [.vault, .unlock] + OptionSpec.key + [
            .pin, .pinFD, .anchor, .memoryLimit, .events, .logs, .shapes, .log, .reportFormat,
        ],
        examples: [
            .init(line: "vault inspect", effect: "the outside, without a key"),
            .init(line: "vault inspect --unlock --format json", effect: "everything, for a program"),
            .init(line: "vault inspect --events", effect: "the journal"),
            .init(line: "vault inspect --logs app.log app.log.1.gz", effect: "searches the logs for leaks"),
            .init(
                line: "vault inspect --format sarif --logs app.log", effect: "for a code scanner"
            ),
        ],
        run: InspectCommand.run)

    private static let status = CommandSpec(
        "status", "list the stored sessions",
        details: """
            A session found on disk is provisional: only the server can tell whether it still counts. With --check the \
            server is asked, and its answer goes through the session's gate again; a session that either refuses is \
            removed. With --branches it shows which ways to sign in the options given configure, and why each other one is \
            hidden; no key is needed and no server is asked.
            """,
        options: OptionSpec.unlocking + [.check, .branches, .server, .project, .settings, .issuer]
            + OptionSpec.client + [.log],
        examples: [
            .init(line: "vault status", effect: "the sessions, by tag"),
            .init(line: "vault status --check", effect: "asks each session's server too"),
            .init(line: "vault status --branches --settings project.json", effect: "the ways to sign in"),
        ],
        run: StatusCommand.run)

    private static let login = CommandSpec(
        "login", "sign in and store the session, if the gate lets the role in",
        details: """
            The account's password is asked on the terminal. Nothing is written before the gate has passed; a session of \
            any other role is ended at the server again, and each step of that is reported. With --device an OAuth server \
            is asked for a code, to be entered on any device; with --browser its page is opened in a browser on this \
            machine, which comes back to http://127.0.0.1/callback. No password comes near this command then.
            """,
        options: OptionSpec.unlocking + [
            .server, .project, .settings, .email, .cellphone, .country, .passwordFD, .device, .browser,
            .issuer,
        ] + OptionSpec.client + [.scopes, .admit, .anyRole, .log],
        examples: [
            .init(
                line: "vault login --server https://api.example.com --project p \\\n"
                    + "    --email driver@example.com --admit driver",
                effect: "signs a driver in"),
            .init(
                line: "vault login --device --issuer https://login.example.com \\\n"
                    + "    --client-id app --role-claim role --admit driver",
                effect: "shows a code to enter on another device"),
        ],
        run: LoginCommand.run)

    private static let logout = CommandSpec(
        "logout", "remove a session here and end it at the server",
        details: """
            The session goes from this machine whatever the server says; what the server said is reported apart, and a \
            logout that failed is tried again by the next command that asks it. The server is the one that the session is \
            from, unless another is named; for one of `vault login --device`, --client-id says which app asks.
            """,
        options: OptionSpec.unlocking + [.account, .all, .local, .server, .project] + OptionSpec.client + [.log],
        examples: [
            .init(line: "vault logout", effect: "the only session"),
            .init(line: "vault logout --all", effect: "every session, here and at its server"),
        ],
        run: LogoutCommand.run)

    private static let version = CommandSpec(
        "version", "show the version and the vault format",
        details: "Names the versions of this program and of the vault format that it reads and writes.",
        options: [],
        examples: [.init(line: "vault version", effect: "one line")],
        run: VersionCommand.run)
}
