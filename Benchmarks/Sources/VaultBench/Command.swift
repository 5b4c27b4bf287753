/// What the command line asked for.
struct Command {
    enum Format: String {
        case text
        case json
    }

    /// The command line makes no sense; the text says why.
    struct Misuse: Error {
        let text: String
    }

    var suites: [any Suite.Type] = []
    var format = Format.text
    var isSmoke = false
    var wantsHelp = false

    static var help: String {
        """
        Usage: vault-bench [SUITE …] [--smoke] [--format text|json]

        Compares what SessionVault does with the plain call of the library beneath, in pairs.
        Ratios are the result; absolute times are context.

        Suites (all without one):
        \(allSuites.map { "  \($0.name)  \($0.summary)" }.joined(separator: "\n"))

          --smoke            a few rounds, to see that everything runs
          --format FORMAT    text (the default) or json
          --help             this text

        Example: vault-bench crypto --format json
        """
    }

    init(_ arguments: [String]) throws(Misuse) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--smoke": isSmoke = true
            case "--help", "-h": wantsHelp = true
            case "--format":
                let value = rest.popFirst() ?? ""
                guard let format = Format(rawValue: value) else {
                    throw Misuse(text: "--format takes text or json, not “\(value)”")
                }
                self.format = format
            default:
                guard let suite = allSuites.first(where: { $0.name == argument }) else {
                    throw Misuse(text: "there is no suite or option “\(argument)”; see vault-bench --help")
                }
                suites.append(suite)
            }
        }
        if suites.isEmpty { suites = allSuites }
    }
}
