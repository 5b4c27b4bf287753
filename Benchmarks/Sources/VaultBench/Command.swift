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
    /// Bytes of log that the scan suite searches.
    var logSize = 64 << 20
    var isSmoke = false
    var wantsHelp = false
    /// One loop alone, and how often it goes round.
    var loop: (path: HotPath, times: Int)?

    static var help: String {
        """
        Usage: vault-bench [SUITE …] [--filter TEXT] [--mebibytes N] [--smoke] [--format text|json|html] [--write FOLDER]

               vault-bench loop NAME COUNT

        Compares what SessionVault does with what one would use instead, in pairs.
        Ratios are the result; absolute times are context.

        Suites (without one, all that are not marked):
        \(allSuites.map { "\($0.isOnRequest ? "*" : " ") \($0.name)  \($0.summary)" }.joined(separator: "\n"))

          --filter TEXT      comparisons whose names contain TEXT
          --mebibytes N      how much log the scan suite searches; 64 by default
          --smoke            a few rounds, to see that everything runs
          --format FORMAT    text (the default), json or html
          --write FOLDER     also writes latest.json and latest.html there
          --help             this text

        `loop` runs one operation COUNT times, for whoever counts its instructions (scripts/instructions):
        \(HotPath.allCases.map(\.rawValue).joined(separator: ", ")).

        Example: vault-bench crypto --format json
        """
    }

    init(_ arguments: [String]) throws(Misuse) {
        var rest = arguments[...]
        if rest.first == "loop" {
            let words = Array(rest.dropFirst())
            guard words.count == 2, let path = HotPath(rawValue: words[0]), let times = Int(words[1]), times >= 0 else {
                throw Misuse(text: "loop takes the name of a loop and a number; see vault-bench --help")
            }
            loop = (path, times)
            return
        }
        while let argument = rest.popFirst() {
            switch argument {
            case "--smoke": isSmoke = true
            case "--help", "-h": wantsHelp = true
            case "--filter": filter = rest.popFirst() ?? ""
            case "--mebibytes":
                guard let count = rest.popFirst().flatMap({ Int($0) }), (1...4_000).contains(count) else {
                    throw Misuse(text: "--mebibytes takes a number from 1 to 4000")
                }
                logSize = count << 20
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
        if suites.isEmpty { suites = allSuites.filter { !$0.isOnRequest } }
    }
}
