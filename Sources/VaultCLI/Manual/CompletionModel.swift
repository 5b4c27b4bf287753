/// What the shells' completions have in common, taken from the command table.
enum CompletionModel {
    /// A word that may stand at one place, and what it is.
    struct Word {
        let text: String
        let summary: String
    }

    static let commands: [Word] =
        CommandTable.entries.map { Word(text: $0.name, summary: $0.summary) } + [
            Word(text: "help", summary: "show a command's options and an example")
        ]

    static let groups: [CommandGroup] = CommandTable.entries.compactMap { entry in
        if case .group(let group) = entry { group } else { nil }
    }

    /// Every option that takes an argument, by its first form.
    static let withArgument: [OptionSpec] = {
        var seen: Set<String> = []
        return CommandTable.commands.flatMap(\.options).filter { $0.takesArgument && seen.insert($0.name).inserted }
    }()

    /// A text between single quotes of a POSIX shell.
    static func quoted(_ text: String) -> String {
        var quoted = "'"
        for character in text { quoted += character == "'" ? "'\\''" : String(character) }
        return quoted + "'"
    }

    /// An explanation without what is set in backquotes for people.
    static func plain(_ text: String) -> String { text.filter { $0 != "`" } }
}
