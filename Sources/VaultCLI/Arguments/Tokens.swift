/// The options and the other words of a command line, in their order.
struct Tokens {
    private(set) var options: [(name: String, value: String?)] = []
    private(set) var words: [String] = []
    /// The first option that no command has, and how many words stand before it.
    private(set) var unknownOption: (name: String, position: Int)?

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
            let name = String(text[..<sign])
            _ = takesArgument(name)
            options.append((name, String(text[text.index(after: sign)...])))
        } else {
            let name = String(text)
            options.append((name, takesArgument(name) ? rest.popFirst() : nil))
        }
    }

    /// An option's name says whether the next word is its argument, whichever command it belongs to.
    private mutating func takesArgument(_ name: String) -> Bool {
        guard name != OptionSpec.version.name else { return false }
        for command in CommandTable.commands {
            if let option = command.options.first(where: { $0.name == name }) { return option.takesArgument }
        }
        unknownOption = unknownOption ?? (name, words.count)
        return false
    }
}
