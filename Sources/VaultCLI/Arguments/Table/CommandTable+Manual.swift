extension CommandTable {
    static let manual = CommandSpec(
        "man", "print the manual page, vault(1)",
        details: """
            Prints the page for man(1) to standard output: every command and option, exit statuses, the environment and \
            files.
            """,
        options: [],
        examples: [
            .init(line: "vault man | man -l -", effect: "reads it"),
            .init(line: "vault man >/usr/local/share/man/man1/vault.1", effect: "installs it"),
        ],
        run: ManualCommands.manual)

    static let completions = CommandSpec(
        "completions", "print completions for a shell",
        details: """
            Prints a script that lets the shell complete commands, options, their words and files. Read it at the shell's \
            start, or put it where the shell looks for such scripts.
            """,
        operands: [OperandSpec("SHELL", .choice(ManualCommands.Shell.allCases.map(\.rawValue)))],
        options: [],
        examples: [
            .init(
                line: """
                    vault completions bash \\
                        >~/.local/share/bash-completion/completions/vault
                    """, effect: "for bash"),
            .init(line: "vault completions zsh >_vault", effect: "into a folder of zsh's $fpath"),
            .init(line: "vault completions fish >~/.config/fish/completions/vault.fish", effect: "for fish"),
        ],
        run: ManualCommands.completions)
}
