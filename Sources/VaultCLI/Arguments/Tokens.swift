/// The options and the other words of a command line, in their order.
struct Tokens {
    private(set) var options: [(name: String, value: String?)] = []
    private(set) var words: [String] = []

    /// An option's name says whether the next word is its argument, whichever command it belongs to.
    private static let namesWithArgument = Set(
        CommandTable.commands.flatMap(\.options).filter(\.takesArgument).map(\.name))

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
