/// The completions for zsh, by its own `_arguments`.
enum ZshCompletion {
    static var script: String {
        var lines = ["#compdef vault", "# Completions of vault for zsh, from `vault completions zsh`.", ""]
        for group in CompletionModel.groups { lines += function(of: group) + [""] }
        lines += ["_vault() {", "    local context state state_descr line", "    typeset -A opt_args"]
        lines += [
            "    _arguments -C -A '-*' '(- *)--help[show this help]' '(- *)--version[show the version]' \\"
        ]
        lines += options(of: CommandTable.commands)
        lines += [
            "        '1:command:->command' '*::argument:->arguments' && return",
            "    case $state in",
            "    command)",
            "        local -a commands",
            "        commands=(" + described(CompletionModel.commands) + ")",
            "        _describe -t commands command commands",
            "        ;;",
            "    arguments)",
            "        case $words[1] in",
        ]
        for entry in CommandTable.entries {
            switch entry {
            case .group(let group): lines.append("        \(group.name)) _vault_\(group.name) ;;")
            case .command(let command):
                lines += ["        \(command.name))"] + arguments(of: command) + ["            ;;"]
            }
        }
        let names = CommandTable.entries.map(\.name).joined(separator: " ")
        lines += ["        help) _arguments '1:command:(\(names))' ;;"]
        lines += ["        esac", "        ;;", "    esac", "}", ""]
        // Loaded by `compinit` it is called at once; read by `source` it makes itself known.
        lines += [
            "if [[ $funcstack[1] == _vault ]]; then", "    _vault \"$@\"", "else", "    compdef _vault vault", "fi",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func function(of group: CommandGroup) -> [String] {
        let verbs = group.commands.map { CompletionModel.Word(text: $0.verb, summary: $0.summary) }
        var lines = [
            "_vault_\(group.name)() {",
            "    local context state state_descr line",
            "    typeset -A opt_args",
            "    _arguments -C -A '-*' '(- *)--help[show this help]' \\",
        ]
        lines += options(of: group.commands)
        lines += [
            "        '1:command:->command' '*::argument:->arguments' && return",
            "    case $state in",
            "    command)",
            "        local -a commands",
            "        commands=(" + described(verbs) + ")",
            "        _describe -t commands command commands",
            "        ;;",
            "    arguments)",
            "        case $words[1] in",
        ]
        for command in group.commands {
            lines += ["        \(command.verb))"] + arguments(of: command) + ["            ;;"]
        }
        return lines + ["        esac", "        ;;", "    esac", "}"]
    }

    /// Options may stand before the command's name, too.
    private static func options(of commands: [CommandSpec]) -> [String] {
        var seen: Set<String> = ["help", "version"]
        return commands.flatMap(\.options).filter { seen.insert($0.name).inserted }.map { "        \(spec($0)) \\" }
    }

    private static func arguments(of command: CommandSpec) -> [String] {
        let specs = command.options.map(spec) + command.operands.enumerated().map { spec($0.element, $0.offset + 1) }
        return ["            _arguments \\"]
            + specs.enumerated().map { number, spec in
                "                \(spec)" + (number == specs.count - 1 ? "" : " \\")
            }
    }

    private static func described(_ words: [CompletionModel.Word]) -> String {
        words.map { CompletionModel.quoted("\($0.text):\(CompletionModel.plain($0.summary))") }.joined(separator: " ")
    }

    private static func spec(_ option: OptionSpec) -> String {
        let name = "--\(option.name)" + (option.takesArgument ? "=" : "")
        var text = "\(name)[\(escaped(CompletionModel.plain(option.explanation)))]"
        switch option.argument {
        case .none: break
        case .path: text += ":path:_files"
        case .descriptor: text += ":descriptor: "
        case .text(let placeholder): text += ":\(escaped(placeholder)): "
        case .choice(let words): text += ":word:(\(words.joined(separator: " ")))"
        }
        return CompletionModel.quoted(text)
    }

    private static func spec(_ operand: OperandSpec, _ position: Int) -> String {
        let place =
            switch operand.count {
            case .once: "\(position):"
            case .atMostOnce: "\(position)::"
            case .anyNumber: "*:"
            }
        let action =
            switch operand.kind {
            case .text: " "
            case .path: "_files"
            case .choice(let words): "(\(words.joined(separator: " ")))"
            }
        return CompletionModel.quoted("\(place)\(operand.name):\(action)")
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            if "[]:\\".contains(character) { result += "\\" }
            result.append(character)
        }
    }
}
