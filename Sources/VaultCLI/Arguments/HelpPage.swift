/// The help texts, made from the command table.
///
/// They fit a terminal of 80 columns, the overview also 24 lines.
enum HelpPage {
    private static let width = 79

    static var overview: String {
        var lines = ["vault keeps sign-in sessions and other secrets sealed on this machine."]
        lines += ["usage: vault COMMAND [OPTIONS]", ""]
        lines += columns(CommandTable.listed.map { ($0.name, $0.summary) })
        lines += ["", "--vault PATH names the vault; else $SESSIONVAULT_PATH, else the default one."]
        let statuses = ExitStatus.allCases.map { "\($0.rawValue) \($0.meaning)" }
        lines += wrap("Exit status: \(statuses.joined(separator: "; ")).", to: width)
        lines += ["More: `vault COMMAND --help`; `vault man | man -l -`; `vault completions SHELL`"]
        return lines.joined(separator: "\n") + "\n"
    }

    static func page(of entry: CommandEntry) -> String {
        switch entry {
        case .command(let command): page(of: command)
        case .group(let group): page(of: group)
        }
    }

    private static func page(of group: CommandGroup) -> String {
        var lines = ["vault \(group.name): \(group.summary)", ""]
        lines += wrap(group.details, to: width)
        lines += ["", "usage: vault \(group.name) COMMAND [OPTIONS]", ""]
        lines += columns(group.commands.map { ($0.verb, $0.summary) })
        lines += ["", "`vault \(group.name) COMMAND --help` shows a command's options and an example."]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func page(of command: CommandSpec) -> String {
        var lines = ["vault \(command.name): \(command.summary)", ""]
        lines += wrap(command.details, to: width)
        let operands = command.operands.isEmpty ? "" : " " + command.operandSynopsis
        lines += [""] + wrap("usage: vault \(command.name) [OPTIONS]\(operands)", to: width) + [""]
        lines += columns(command.options.map { ($0.synopsis, $0.explanation) })
        lines += ["", command.examples.count == 1 ? "Example:" : "Examples:"]
        for example in command.examples { lines += ["  \(example.line)", "      \(example.effect)"] }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Two columns; a text that is too long goes on below itself.
    private static func columns(_ rows: [(String, String)]) -> [String] {
        let indent = (rows.map { $0.0.count }.max() ?? 0) + 4
        return rows.flatMap { row in
            let first = "  \(row.0)" + String(repeating: " ", count: indent - 2 - row.0.count)
            let text = wrap(row.1, to: width - indent)
            return text.enumerated().map { number, line in
                (number == 0 ? first : String(repeating: " ", count: indent)) + line
            }
        }
    }

    static func wrap(_ text: String, to width: Int) -> [String] {
        guard text.utf8.count > width else { return [text] }
        var lines: [String] = []
        var line = ""
        var length = 0
        for word in words(of: text) {
            let count = word.count
            if length == 0 {
                line = String(word)
                length = count
            } else if length + 1 + count <= width {
                line += " \(word)"
                length += 1 + count
            } else {
                lines.append(line)
                line = String(word)
                length = count
            }
        }
        return lines + [line]
    }

    /// The words of a text, in which a command in backquotes is one: it stays on its line, to be copied.
    private static func words(of text: String) -> [Substring] {
        var words: [Substring] = []
        var isQuoted = false
        for part in text.utf8.split(separator: UInt8(ascii: " ")) {
            if isQuoted, let begun = words.popLast() {
                words.append(text[begun.startIndex..<part.endIndex])
            } else {
                words.append(Substring(part))
            }
            if part.count(where: { $0 == UInt8(ascii: "`") }) % 2 == 1 { isQuoted.toggle() }
        }
        return words
    }
}
