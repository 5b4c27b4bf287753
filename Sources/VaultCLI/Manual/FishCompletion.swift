/// The completions for fish, 3.0 or later.
enum FishCompletion {
    static var script: String {
        var lines = [
            "# Completions of vault for fish, from `vault completions fish`.",
            "function __vault_words",
            "    set -l words (commandline -opc)",
            "    set -l isArgument 0",
            "    for word in $words[2..-1]",
            "        if test $isArgument -eq 1",
            "            set isArgument 0",
            "            continue",
            "        end",
            "        switch $word",
            "            case " + CompletionModel.withArgument.map { "--\($0.name)" }.joined(separator: " "),
            "                set isArgument 1",
            "            case '-*'",
            "            case '*'",
            "                echo $word",
            "        end",
            "    end",
            "end",
            "function __vault_is",
            "    set -l words (__vault_words)",
            "    test (count $words) -ge (count $argv); and test \"$words[1..\"(count $argv)\"]\" = \"$argv\"",
            "end",
            "function __vault_next",
            "    set -l words (__vault_words)",
            "    test \"$words\" = \"$argv\"",
            "end",
            "complete -c vault -f",
        ]
        for word in CompletionModel.commands {
            lines.append(complete("__vault_next", "-a \(word.text) -d \(described(word.summary))"))
        }
        lines.append(complete("__vault_next help", "-a '\(CommandTable.entries.map(\.name).joined(separator: " "))'"))
        lines.append(complete("__vault_next", "-l help -d 'show this help'"))
        lines.append(complete("__vault_next", "-l version -d 'show the version'"))
        for group in CompletionModel.groups {
            for command in group.commands {
                lines.append(
                    complete("__vault_next \(group.name)", "-a \(command.verb) -d \(described(command.summary))"))
            }
        }
        for command in CommandTable.commands { lines += completions(of: command) }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func complete(_ condition: String, _ rest: String) -> String {
        "complete -c vault -n '\(condition)' \(rest)"
    }

    private static func described(_ text: String) -> String {
        var quoted = "'"
        for character in CompletionModel.plain(text) {
            if character == "'" || character == "\\" { quoted += "\\" }
            quoted.append(character)
        }
        return quoted + "'"
    }

    private static func completions(of command: CommandSpec) -> [String] {
        let condition = "__vault_is \(command.name)"
        var lines = command.options.map { option in
            let argument =
                switch option.argument {
                case .none: ""
                case .path: " -r -F"
                case .descriptor, .text: " -x"
                case .choice(let words): " -x -a '\(words.joined(separator: " "))'"
                }
            return complete(condition, "-l \(option.name)\(argument) -d \(described(option.explanation))")
        }
        for operand in command.operands {
            switch operand.kind {
            case .text: break
            case .path: lines.append(complete(condition, "-F"))
            case .choice(let words):
                lines.append(complete("__vault_next \(command.name)", "-a '\(words.joined(separator: " "))'"))
            }
        }
        return lines
    }
}
