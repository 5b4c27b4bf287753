/// The command as a whole: understands the command line, runs it, and reports what went wrong.
enum CommandLineTool {
    static func run(_ arguments: [String]) -> ExitStatus {
        do throws(CommandFailure) {
            return try answer(to: try ArgumentParser.parse(arguments))
        } catch {
            Console(wantsJSON: false).report(error)
            return error.status
        }
    }

    private static func answer(to request: ArgumentParser.Request) throws(CommandFailure) -> ExitStatus {
        let console = Console(wantsJSON: false)
        switch request {
        case .overview: try console.answer(HelpPage.overview)
        case .help(let command): try console.answer(HelpPage.page(of: command))
        case .version: try VersionCommand.answer(console)
        case .command(let invocation):
            return try invocation.command.run(invocation, Console(wantsJSON: invocation.wantsJSON))
        }
        return .done
    }
}
