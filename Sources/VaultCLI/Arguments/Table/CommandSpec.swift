/// One command, as the parser, the help pages, the manual page and the shells' completions need it.
struct CommandSpec: Sendable {
    /// A command line that does something, and what it does.
    struct Example: Sendable {
        let line: String
        let effect: String
    }

    /// The words that name it, such as `slots` and `list`.
    let words: [String]
    /// What it does, in a few words.
    let summary: String
    /// What a user should know before the first use.
    let details: String
    /// The words after the options.
    let operands: [OperandSpec]
    let options: [OptionSpec]
    let examples: [Example]
    let run: @Sendable (Invocation, Console) throws(CommandFailure) -> ExitStatus

    init(
        _ name: String, _ summary: String, details: String, operands: [OperandSpec] = [], options: [OptionSpec],
        examples: [Example],
        run: @escaping @Sendable (Invocation, Console) throws(CommandFailure) -> ExitStatus
    ) {
        words = name.split(separator: " ").map(String.init)
        self.summary = summary
        self.details = details
        self.operands = operands
        let hasFormat = options.contains { $0.name == OptionSpec.format.name }
        self.options = options + (hasFormat ? [] : [.format]) + [.quiet, .help]
        self.examples = examples
        self.run = run
    }

    /// All its words, as they are typed after `vault`.
    var name: String { words.joined(separator: " ") }

    /// Its last word, which tells it from the others of its group.
    var verb: String { words.last ?? "" }

    /// The operands as the help shows them.
    var operandSynopsis: String { operands.map(\.synopsis).joined(separator: " ") }
}
