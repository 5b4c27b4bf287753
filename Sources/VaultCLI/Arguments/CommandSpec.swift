/// One command, as the parser, the help pages, the manual page and the shells' completions need it.
struct CommandSpec: Sendable {
    /// A command line that does something, and what it does.
    struct Example: Sendable {
        let line: String
        let effect: String
    }

    let name: String
    /// What it does, in a few words.
    let summary: String
    /// What a user should know before the first use.
    let details: String
    /// What the words after the options stand for, such as `FILE…`; nil where there are none.
    let operands: String?
    let options: [OptionSpec]
    let examples: [Example]
    let run: @Sendable (Invocation, Console) throws(CommandFailure) -> ExitStatus

    init(
        _ name: String, _ summary: String, details: String, operands: String? = nil, options: [OptionSpec],
        examples: [Example],
        run: @escaping @Sendable (Invocation, Console) throws(CommandFailure) -> ExitStatus
    ) {
        self.name = name
        self.summary = summary
        self.details = details
        self.operands = operands
        self.options = options + [.format, .help]
        self.examples = examples
        self.run = run
    }
}
