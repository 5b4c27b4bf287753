import SafeLogging

/// The command as a whole: understands the command line, runs it, and reports what went wrong.
enum CommandLineTool {
    /// - Parameter commandLine: the words, the command's own name first.
    static func run(_ commandLine: [String]) -> ExitStatus {
        do throws(CommandFailure) {
            // Swift reads them from /proc, and tells of none where it can't.
            guard !commandLine.isEmpty else {
                throw CommandFailure(
                    "the command line can't be read, since /proc is not there. Mount it and try again.")
            }
            return try answer(to: try ArgumentParser.parse(Array(commandLine.dropFirst())))
        } catch {
            if error.isOfNoInterest { ProcessGuard.endByBrokenPipe() }
            Console(wantsJSON: asksForJSON(commandLine)).report(error)
            return error.status
        }
    }

    /// Tells it also of a command line that can't be understood.
    private static func asksForJSON(_ words: [String]) -> Bool {
        let words = words.prefix { $0 != "--" }
        return words.contains("--format=json")
            || zip(words, words.dropFirst()).contains { $0 == "--format" && $1 == "json" }
    }

    private static func answer(to request: ArgumentParser.Request) throws(CommandFailure) -> ExitStatus {
        let console = Console(wantsJSON: false)
        switch request {
        case .overview: try console.answer(HelpPage.overview)
        case .help(let entry): try console.answer(HelpPage.page(of: entry))
        case .version: try VersionCommand.answer(console)
        case .command(let invocation):
            return try run(invocation)
        }
        return .done
    }

    private static func run(_ invocation: Invocation) throws(CommandFailure) -> ExitStatus {
        let console = Console(
            wantsJSON: invocation.wantsJSON, isQuiet: invocation.has(.quiet), log: try log(invocation),
            vault: invocation[.vault])
        let name = invocation.command.name
        console.log.info("vault \(name, privacy: .public) begins")
        defer { console.warnOfLaggingAnchor() }
        do throws(CommandFailure) {
            let status = try invocation.command.run(invocation, console)
            console.log.info("vault \(name, privacy: .public) ends, status \(status.rawValue, privacy: .public)")
            return status
        } catch {
            console.log.error("vault \(name, privacy: .public) fails: \(error.message, privacy: .public)")
            throw error.naming(vault: invocation[.vault])
        }
    }

    private static func log(_ invocation: Invocation) throws(CommandFailure) -> SafeLogger {
        guard let path = invocation[.log] else { return .disabled }
        do throws(LogFileError) {
            return SafeLogger(category: "vault", sinks: [try FileSink(path: path)])
        } catch { throw CommandFailure("\(path): \(error). Name another with --log.") }
    }
}
