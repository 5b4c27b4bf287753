/// The completions for bash, 4.4 or later, without a library.
enum BashCompletion {
    static var script: String {
        """
        # Completions of vault for bash, from `vault completions bash`.
        _vault_files() {
            compopt -o filenames 2>/dev/null
            mapfile -t COMPREPLY < <(compgen -f -- "$1")
        }
        _vault() {
            local cur=${COMP_WORDS[COMP_CWORD]} option= choices= help= depth=1 i
            local -a words=()
            COMPREPLY=()
            for ((i = 1; i < COMP_CWORD; i++)); do
                case ${COMP_WORDS[i]} in
                \(withArgument))
                    option=${COMP_WORDS[i]}
                    [[ ${COMP_WORDS[i + 1]-} == = ]] && ((i++))
                    ((++i < COMP_CWORD)) && option=
                    ;;
                -*) ;;
                *) words+=("${COMP_WORDS[i]}") ;;
                esac
            done
            [[ -n $option && $cur == = ]] && cur=
            [[ ${words[0]-} == help ]] && help=1 && words=("${words[@]:1}")
            case ${words[0]-} in
            \(CompletionModel.groups.map(\.name).joined(separator: " | "))) depth=2 ;;
            esac
            local path="${words[*]:0:depth}" count=$((${#words[@]} - depth))
            if [[ -n $option ]]; then
                case "$path $option" in
        \(arguments)
                esac
            elif [[ $cur == -* ]]; then
                case $path in
        \(options)
                *) choices="--help --version" ;;
                esac
            elif ((count < 0)); then
                case $path in
                "") choices="\(words(CompletionModel.commands.map(\.text)))" ;;
        \(verbs)
                esac
            elif [[ -z $help ]]; then
                case "$path $count" in
        \(operands)
                esac
            fi
            mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$cur")
        }
        complete -F _vault vault

        """
    }

    private static var withArgument: String {
        CompletionModel.withArgument.map { "--\($0.name)" }.joined(separator: " | ")
    }

    private static func words(_ words: [String]) -> String { words.joined(separator: " ") }

    private static func line(_ pattern: String, _ action: String) -> String {
        "        \(pattern)) \(action) ;;"
    }

    /// What completes an option's argument; a command whose option differs from the others' of that name comes first.
    private static var arguments: String {
        var lines: [String] = []
        for command in CommandTable.commands {
            for option in command.options where option.argument != general(option).argument {
                if let action = action(option.argument) {
                    lines.append(line("\"\(command.name) --\(option.name)\"", action))
                }
            }
        }
        for option in CompletionModel.withArgument {
            if let action = action(option.argument) { lines.append(line("*\" --\(option.name)\"", action)) }
        }
        return lines.joined(separator: "\n")
    }

    private static func general(_ option: OptionSpec) -> OptionSpec {
        CompletionModel.withArgument.first { $0.name == option.name } ?? option
    }

    private static func action(_ argument: OptionSpec.Argument) -> String? {
        switch argument {
        case .path: "_vault_files \"$cur\"; return"
        case .choice(let choices): "choices=\"\(words(choices))\""
        case .none, .descriptor, .text: nil
        }
    }

    private static var options: String {
        CommandTable.commands.map { command in
            line("\"\(command.name)\"", "choices=\"\(words(command.options.map { "--\($0.name)" }))\"")
        }.joined(separator: "\n")
    }

    private static var verbs: String {
        CompletionModel.groups.map { group in
            line("\"\(group.name)\"", "choices=\"\(words(group.commands.map(\.verb)))\"")
        }.joined(separator: "\n")
    }

    private static var operands: String {
        var lines: [String] = []
        for command in CommandTable.commands {
            for (number, operand) in command.operands.enumerated() {
                let place = operand.count == .anyNumber ? " \"*" : " \(number)\""
                switch operand.kind {
                case .text: break
                case .path: lines.append(line("\"\(command.name)\(place)", "_vault_files \"$cur\"; return"))
                case .choice(let choices):
                    lines.append(line("\"\(command.name)\(place)", "choices=\"\(words(choices))\""))
                }
            }
        }
        return lines.joined(separator: "\n")
    }
}
