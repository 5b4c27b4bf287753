/// `vault man` and `vault completions`.
enum ManualCommands {
    /// A shell with completions.
    enum Shell: String, CaseIterable {
        case bash
        case zsh
        case fish

        var script: String {
            switch self {
            case .bash: BashCompletion.script
            case .zsh: ZshCompletion.script
            case .fish: FishCompletion.script
            }
        }
    }

    static func manual(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ExitStatus {
        try answer("man/1", ManualPage.text, console)
    }

    static func completions(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ExitStatus {
        guard let shell = invocation.operands.first.flatMap(Shell.init) else {
            throw .usage("name the shell", of: invocation.command)
        }
        return try answer("completions/1", shell.script, console)
    }

    private static func answer(
        _ schema: String, _ text: String, _ console: Console
    ) throws(CommandFailure) -> ExitStatus {
        try console.answer(console.wantsJSON ? JSONValue.answer(schema, [("text", .string(text))]).text : text)
        return .done
    }
}
