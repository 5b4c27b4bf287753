/// Reads a command line by the command table.
enum ArgumentParser {
    /// What a command line asks for.
    enum Request: Sendable {
        case overview
        case version
        case help(CommandSpec)
        case command(Invocation)
    }

    static func parse(_ arguments: [String]) throws(CommandFailure) -> Request {
        let tokens = try Tokens(arguments)
        if tokens.words.first == "help" { return try help(on: tokens.words.dropFirst().first) }
        guard let name = tokens.words.first else {
            if tokens.options.contains(where: { $0.name == "version" }) { return .version }
            if let stray = tokens.options.first(where: { $0.name != "help" }) {
                throw .usage("--\(stray.name) stands without a command")
            }
            return .overview
        }
        guard let command = CommandTable.command(named: name) else {
            let hint = Suggestion.nearest(to: name, in: CommandTable.all.map(\.name))
            throw .usage("there is no command `\(name)`" + (hint.map { "; did you mean `\($0)`?" } ?? ""))
        }
        if tokens.options.contains(where: { $0.name == "help" }) { return .help(command) }
        return .command(try invocation(of: command, tokens))
    }

    private static func help(on name: String?) throws(CommandFailure) -> Request {
        guard let name else { return .overview }
        guard let command = CommandTable.command(named: name) else {
            throw .usage("there is no command `\(name)`")
        }
        return .help(command)
    }

    private static func invocation(of command: CommandSpec, _ tokens: Tokens) throws(CommandFailure) -> Invocation {
        var values: [String: String] = [:]
        for option in tokens.options {
            guard let spec = command.options.first(where: { $0.name == option.name }) else {
                throw unknown(option.name, of: command)
            }
            guard values[spec.name] == nil else { throw .usage("--\(spec.name) is given twice", of: command) }
            values[spec.name] = try check(option.value, for: spec, of: command)
        }
        let operands = Array(tokens.words.dropFirst())
        if command.operands == nil, let stray = operands.first {
            throw .usage("`vault \(command.name)` takes no `\(stray)`", of: command)
        }
        return Invocation(command: command, operands: operands, values: values)
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
}

/// The options and the other words of a command line, in their order.
private struct Tokens {
    private(set) var options: [(name: String, value: String?)] = []
    private(set) var words: [String] = []

    /// An option's name says whether the next word is its argument, whichever command it belongs to.
    private static let namesWithArgument = Set(
        CommandTable.all.flatMap(\.options).filter(\.takesArgument).map(\.name))

    init(_ arguments: [String]) throws(CommandFailure) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                words += rest
                return
            }
            if argument == "-h" {
                options.append(("help", nil))
            } else if argument.hasPrefix("--") {
                appendOption(argument.dropFirst(2), &rest)
            } else if argument.hasPrefix("-"), argument != "-" {
                throw .usage("`\(argument)` is no option; options begin with `--`")
            } else {
                words.append(argument)
            }
        }
    }

    private mutating func appendOption(_ text: Substring, _ rest: inout ArraySlice<String>) {
        if let sign = text.firstIndex(of: "=") {
            options.append((String(text[..<sign]), String(text[text.index(after: sign)...])))
        } else {
            let name = String(text)
            options.append((name, Self.namesWithArgument.contains(name) ? rest.popFirst() : nil))
        }
    }
}
