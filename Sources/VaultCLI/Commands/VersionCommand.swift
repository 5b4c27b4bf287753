/// `vault version`.
enum VersionCommand {
    static let version = "0.1.0"
    private static let format = 1

    static func run(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ExitStatus {
        try answer(console)
        return .done
    }

    static func answer(_ console: Console) throws(CommandFailure) {
        var page = Page()
        page.sentence("vault \(version), vault format \(format)")
        try console.answer(
            page,
            json: .answer("version/1", [("version", .string(version)), ("vault_format", .integer(format))]))
    }
}
