/// Reads a command line by the command table.
enum ArgumentParser {
    /// What a command line asks for.
    enum Request: Sendable {
        case overview
        case version
        case help(CommandEntry)
        case command(Invocation)
    }

    static func parse(_ arguments: [String]) throws(CommandFailure) -> Request {
        let tokens = try Tokens(arguments)
        if let failure = misspelling(tokens) { throw failure }
        if tokens.words.first == "help" { return try help(on: tokens.words.dropFirst()) }
        guard let name = tokens.words.first else {
            if tokens.options.contains(where: { $0.name == "version" }) { return .version }
            try requireOnlyHelp(tokens, after: nil)
            return .overview
        }
        switch try entry(named: name) {
        case .command(let command): return try request(for: command, tokens)
        case .group(let group):
            guard let verb = tokens.words.dropFirst().first else {
                try requireOnlyHelp(tokens, after: group)
                guard tokens.options.isEmpty else { return .help(.group(group)) }
                let verbs = group.commands.map(\.verb).joined(separator: ", ")
                throw .usage("`vault \(group.name)` needs one of its commands: \(verbs)", page: group.name)
            }
            return try request(for: try command(named: verb, in: group), tokens)
        }
    }

    private static func request(for command: CommandSpec, _ tokens: Tokens) throws(CommandFailure) -> Request {
        if tokens.options.contains(where: { $0.name == "help" }) { return .help(.command(command)) }
        return .command(try invocation(of: command, tokens))
    }

    private static func help(on words: ArraySlice<String>) throws(CommandFailure) -> Request {
        guard let name = words.first else { return .overview }
        let entry = try entry(named: name)
        guard case .group(let group) = entry, let verb = words.dropFirst().first else { return .help(entry) }
        return .help(.command(try command(named: verb, in: group)))
    }

    private static func entry(named name: String) throws(CommandFailure) -> CommandEntry {
        if let entry = CommandTable.entries.first(where: { $0.name == name }) { return entry }
        let hint = Suggestion.nearest(to: name, in: CommandTable.entries.map(\.name))
        throw .usage("there is no command `\(name)`" + (hint.map { "; did you mean `\($0)`?" } ?? ""))
    }

    private static func command(named verb: String, in group: CommandGroup) throws(CommandFailure) -> CommandSpec {
        if let command = group.commands.first(where: { $0.verb == verb }) { return command }
        let hint = Suggestion.nearest(to: verb, in: group.commands.map(\.verb))
        throw .usage(
            "there is no command `\(group.name) \(verb)`"
                + (hint.map { "; did you mean `\(group.name) \($0)`?" } ?? ""),
            page: group.name)
    }

    private static func requireOnlyHelp(_ tokens: Tokens, after group: CommandGroup?) throws(CommandFailure) {
        guard let stray = tokens.options.first(where: { $0.name != "help" }) else { return }
        throw .usage("--\(stray.name) stands without a command", page: group?.name)
    }

    private static func invocation(of command: CommandSpec, _ tokens: Tokens) throws(CommandFailure) -> Invocation {
        var values: [String: String] = [:]
        let known = command.options
        for option in tokens.options {
            guard let spec = known.first(where: { $0.name == option.name }) else {
                throw unknown(option.name, of: command)
            }
            guard values[spec.name] == nil else { throw .usage("--\(spec.name) is given twice", of: command) }
            values[spec.name] = try check(option.value, for: spec, of: command)
        }
        let operands = Array(tokens.words.dropFirst(command.words.count))
        try check(operands, of: command)
        return Invocation(command: command, operands: operands, values: values)
    }

    /// An option that no command has, where the word that seems to name the command was meant for its argument.
    private static func misspelling(_ tokens: Tokens) -> CommandFailure? {
        guard let unknown = tokens.unknownOption, !tokens.options.contains(where: { $0.name == "help" }) else {
            return nil
        }
        var commands = CommandTable.commands
        var page: String?
        switch tokens.words.first.flatMap({ word in CommandTable.entries.first { $0.name == word } }) {
        case .command: return nil
        case .group(let group):
            let verb = tokens.words.dropFirst().first
            guard unknown.position < 2, !group.commands.contains(where: { $0.verb == verb }) else { return nil }
            (commands, page) = (group.commands, group.name)
        case nil: guard unknown.position == 0 else { return nil }
        }
        let hint = Suggestion.nearest(to: unknown.name, in: commands.flatMap(\.options).map(\.name))
        return .usage(
            "there is no option --\(unknown.name)" + (hint.map { "; did you mean --\($0)?" } ?? ""), page: page)
    }

    private static func unknown(_ name: String, of command: CommandSpec) -> CommandFailure {
        let hint = Suggestion.nearest(to: name, in: command.options.map(\.name))
        return .usage(
            "`vault \(command.name)` has no option --\(name)" + (hint.map { "; did you mean --\($0)?" } ?? ""),
            of: command)
    }

    private static func check(_ value: String?, for spec: OptionSpec, of command: CommandSpec) throws(CommandFailure)
        -> String
    {
        guard spec.takesArgument else {
            guard value == nil else { throw .usage("--\(spec.name) takes no argument", of: command) }
            return ""
        }
        guard let value, !value.isEmpty else { throw .usage("\(spec.synopsis): the argument is missing", of: command) }
        if case .choice(let words) = spec.argument, !words.contains(value) {
            throw .usage("--\(spec.name) is \(words.joined(separator: " or "))", of: command)
        }
        return value
    }

    /// A word too many may be a secret that was typed in the wrong place, so where words are taken it is not repeated.
    private static func check(_ operands: [String], of command: CommandSpec) throws(CommandFailure) {
        if command.operands.isEmpty, let stray = operands.first {
            throw .usage("`vault \(command.name)` takes no `\(stray)`", of: command)
        }
        let required = command.operands.filter { $0.count == .once }
        guard operands.count >= required.count else {
            throw .usage("`vault \(command.name)` needs \(required[operands.count].synopsis)", of: command)
        }
        let isOpenEnded = command.operands.contains { $0.count == .anyNumber }
        guard isOpenEnded || operands.count <= command.operands.count else {
            let hint = command.takesValue ? "; a value is asked for, or read from standard input" : ""
            throw .usage(
                "`vault \(command.name)` takes \(command.operandSynopsis) and no more words\(hint)", of: command)
        }
        for (operand, word) in zip(command.operands, operands) {
            guard case .choice(let words) = operand.kind, !words.contains(word) else { continue }
            let hint = Suggestion.nearest(to: word, in: words)
            throw .usage(
                "`vault \(command.name)` takes \(words.joined(separator: ", "))"
                    + (hint.map { "; did you mean `\($0)`?" } ?? ""),
                of: command)
        }
    }
}
