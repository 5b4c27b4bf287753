/// What the command line asked for.
struct Command {
    enum Format: String {
        case text
        case json
        case html
    }

    /// The command line makes no sense; the text says why.
    struct Misuse: Error {
        let text: String
    }

    var suites: [any Suite.Type] = []
    var format = Format.text
    /// Where the results are written besides, as JSON and as one HTML page.
    var folder: String?
    /// Comparisons whose names contain this alone.
    var filter = ""
    var isSmoke = false
    var wantsHelp = false

    static var help: String {
        """
        Usage: vault-bench [SUITE …] [--filter TEXT] [--smoke] [--format text|json|html] [--write FOLDER]

        Compares what SessionVault does with what one would use instead, in pairs.
        Ratios are the result; absolute times are context.

        Suites (all without one):
        \(allSuites.map { "  \($0.name)  \($0.summary)" }.joined(separator: "\n"))

          --filter TEXT      comparisons whose names contain TEXT
          --smoke            a few rounds, to see that everything runs
          --format FORMAT    text (the default), json or html
          --write FOLDER     also writes latest.json and latest.html there
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
            case "--filter": filter = rest.popFirst() ?? ""
            case "--write":
                guard let folder = rest.popFirst() else { throw Misuse(text: "--write takes a folder") }
                self.folder = folder
            case "--format":
                let value = rest.popFirst() ?? ""
                guard let format = Format(rawValue: value) else {
                    throw Misuse(text: "--format takes text, json or html, not “\(value)”")
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
