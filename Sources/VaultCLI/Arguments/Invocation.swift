/// A command line that was understood.
struct Invocation: Sendable {
    let command: CommandSpec
    let operands: [String]
    private let values: [String: String]

    init(command: CommandSpec, operands: [String], values: [String: String]) {
        self.command = command
        self.operands = operands
        self.values = values
    }

    func has(_ option: OptionSpec) -> Bool { values[option.name] != nil }

    subscript(option: OptionSpec) -> String? { values[option.name] }

    var wantsJSON: Bool { self[.format] == "json" }

    /// The file descriptor that an option names.
    func descriptor(_ option: OptionSpec) throws(CommandFailure) -> CInt? {
        guard let text = self[option] else { return nil }
        guard let number = CInt(text), number >= 0 else {
            throw .usage("--\(option.name) takes the number of an open file descriptor, such as 0 or 3", of: command)
        }
        return number
    }

    /// Refuses options that contradict each other.
    func refuseTogether(_ options: OptionSpec...) throws(CommandFailure) {
        try refuseTogether(options)
    }

    func refuseTogether(_ options: [OptionSpec]) throws(CommandFailure) {
        let given = options.filter(has)
        guard given.count > 1 else { return }
        throw .usage("--\(given[0].name) and --\(given[1].name) can't go together; leave one out", of: command)
    }

    /// The argument of an option that the command can't do without.
    func require(_ option: OptionSpec) throws(CommandFailure) -> String {
        guard let value = self[option] else {
            throw .usage("\(option.synopsis) is missing", of: command)
        }
        return value
    }
}
