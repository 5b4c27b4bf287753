/// Commands that share their first word, such as `vault slots list` and `vault slots add`.
struct CommandGroup: Sendable {
    let name: String
    /// What its commands are for, in a few words.
    let summary: String
    /// What a user should know before the first use.
    let details: String
    let commands: [CommandSpec]

    init(_ name: String, _ summary: String, details: String, commands: [CommandSpec]) {
        self.name = name
        self.summary = summary
        self.details = details
        self.commands = commands
    }
}

/// What the first word of a command line may name.
enum CommandEntry: Sendable {
    case command(CommandSpec)
    case group(CommandGroup)

    var name: String {
        switch self {
        case .command(let command): command.name
        case .group(let group): group.name
        }
    }

    var summary: String {
        switch self {
        case .command(let command): command.summary
        case .group(let group): group.summary
        }
    }

    var commands: [CommandSpec] {
        switch self {
        case .command(let command): [command]
        case .group(let group): group.commands
        }
    }
}
