/// vault(1), made from the command table.
enum ManualPage {
    /// When what it says was last changed.
    private static let date = "2026-11-30"

    static var text: String {
        var lines = [".TH VAULT 1 \(date) \"vault \(VersionCommand.version)\" \"User Commands\""]
        // A name that is broken at a line's end could not be told from one with a hyphen in it.
        lines += [".nh", ".ad l"]
        lines += [".SH NAME", "vault \\- keep sign\\-in sessions and other secrets sealed", ".SH SYNOPSIS"]
        lines += [Roff.bold("vault COMMAND [OPTIONS] [WORDS]"), ".br", Roff.bold("vault help [COMMAND]"), ".br"]
        lines += [Roff.bold("vault --version"), ".SH DESCRIPTION", ".B vault"] + Roff.text(ManualFacts.description)
        lines += [".SH COMMANDS"]
        for entry in CommandTable.entries { lines += section(of: entry) }
        lines += [".SH OPTIONS THAT OPEN A VAULT"] + Roff.text(ManualFacts.unlocking)
        lines += unlocking.flatMap(paragraph)
        lines += [".SH COMMON OPTIONS"] + Roff.text(ManualFacts.common)
        lines += common.flatMap(paragraph)
        lines += [".SH EXIT STATUS"]
        for status in ExitStatus.allCases { lines += [".TP", "\(status.rawValue)"] + Roff.text(status.meaning) }
        lines += [".SH JSON ANSWERS"] + Roff.text(ManualFacts.answers)
        for part in AnswerSchemas.parts { lines += [".TP", Roff.bold(part.name)] + Roff.text(part.type) }
        for schema in AnswerSchemas.all {
            let commands = schema.commands.map { "`vault \($0)`" }.joined(separator: ", ")
            lines += [".TP", Roff.bold("sessionvault.\(schema.name)")]
            lines += Roff.text("of \(commands.isEmpty ? "a command that fails" : commands): \(schema.members)")
        }
        lines += [".SH ENVIRONMENT"]
        for variable in ManualFacts.environment {
            lines += [".TP", Roff.bold(variable.name)] + Roff.text(variable.meaning)
        }
        lines += [".SH FILES"]
        for file in ManualFacts.files { lines += [".TP", Roff.literal(file.name)] + Roff.text(file.meaning) }
        lines += [".SH SEE ALSO", ".BR gpg (1),", ".BR systemd.exec (5),", ".BR keyrings (7)"]
        return lines.joined(separator: "\n") + "\n"
    }

    /// The options that most commands have, which stand in a section of their own.
    private static let common: [OptionSpec] = [.vault, .log, .format, .quiet, .help]
    private static let unlocking = OptionSpec.unlocking.filter { option in !common.contains { $0.name == option.name } }

    private static func section(of entry: CommandEntry) -> [String] {
        switch entry {
        case .command(let command): return section(of: command)
        case .group(let group):
            let head = [".SS vault \(Roff.literal(group.name))"] + Roff.text(group.details)
            return head + group.commands.flatMap(section)
        }
    }

    private static func section(of command: CommandSpec) -> [String] {
        let operands = command.operands.isEmpty ? "" : " " + command.operandSynopsis
        var lines = [".SS " + Roff.literal("vault \(command.name) [OPTIONS]\(operands)")]
        lines += Roff.text(sentence(command.summary)) + [".PP"] + Roff.text(command.details)
        lines += ownOptions(of: command).flatMap(paragraph)
        if opens(command) { lines += [".PP", "It takes the options that open a vault, below."] }
        for example in command.examples {
            lines += [".PP"] + Roff.text("Example (\(example.effect)):") + [".PP", ".RS", ".nf"]
            lines += example.line.split(separator: "\n").map { Roff.literal(String($0)) }
            lines += [".fi", ".RE"]
        }
        return lines
    }

    /// The options that stand in no section of their own.
    private static func ownOptions(of command: CommandSpec) -> [OptionSpec] {
        let shared = common + (opens(command) ? unlocking : [])
        return command.options.filter { option in
            !shared.contains { $0.name == option.name && $0.explanation == option.explanation }
        }
    }

    private static func opens(_ command: CommandSpec) -> Bool {
        unlocking.allSatisfy { shared in command.options.contains { $0.name == shared.name } }
    }

    private static func paragraph(_ option: OptionSpec) -> [String] {
        let words = option.synopsis.split(separator: " ", maxSplits: 1).map(String.init)
        let argument = words.count > 1 ? " \\fI\(Roff.literal(words[1]))\\fR" : ""
        return [".TP", Roff.bold(words[0]) + argument] + Roff.text(sentence(option.explanation))
    }

    private static func sentence(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst() + (text.hasSuffix(".") ? "" : ".")
    }
}
