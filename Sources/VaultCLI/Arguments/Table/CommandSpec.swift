/// One command, as the parser, the help pages, the manual page and the shells' completions need it.
struct CommandSpec: Sendable {
    /// A command line that does something, and what it does.
    struct Example: Sendable {
        let line: String
        let effect: String
    }

    /// All its words, as they are typed after `vault`, such as `slots list`.
    let name: String
    /// What it does, in a few words.
    let summary: String
    /// What a user should know before the first use.
    let details: String
    /// Whether it reads a value, which somebody might give as a word.
    let takesValue: Bool
    let run: @Sendable (Invocation, Console) throws(CommandFailure) -> ExitStatus

    // Made where they are asked for: a command needs its own, and to make everyone's takes longer than all else before it.
    private let makeOperands: @Sendable () -> [OperandSpec]
    private let makeOptions: @Sendable () -> [OptionSpec]
    private let makeExamples: @Sendable () -> [Example]

    init(
        _ name: String, _ summary: String, details: String, takesValue: Bool = false,
        operands: @escaping @autoclosure @Sendable () -> [OperandSpec] = [],
        options: @escaping @autoclosure @Sendable () -> [OptionSpec],
        examples: @escaping @autoclosure @Sendable () -> [Example],
        run: @escaping @Sendable (Invocation, Console) throws(CommandFailure) -> ExitStatus
    ) {
        self.name = name
        self.summary = summary
        self.details = details
        self.takesValue = takesValue
        self.run = run
        makeOperands = operands
        makeOptions = options
        makeExamples = examples
    }

    /// The words after the options.
    var operands: [OperandSpec] { makeOperands() }

    var options: [OptionSpec] {
        let own = makeOptions()
        let hasFormat = own.contains { $0.name == OptionSpec.format.name }
        return own + (hasFormat ? [] : [.format]) + [.quiet, .help]
    }

    var examples: [Example] { makeExamples() }

    /// The words that name it, such as `slots` and `list`.
    var words: [String] { name.split(separator: " ").map(String.init) }

    /// Its last word, which tells it from the others of its group.
    var verb: String {
        guard let space = name.utf8.lastIndex(of: UInt8(ascii: " ")) else { return name }
        return String(name[name.utf8.index(after: space)...])
    }

    /// The operands as the help shows them.
    var operandSynopsis: String {
        operands.reduce(into: "") { text, operand in text += (text.isEmpty ? "" : " ") + operand.synopsis }
    }
}
