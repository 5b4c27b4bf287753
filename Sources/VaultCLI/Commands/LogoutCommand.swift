/// `vault logout`.
enum LogoutCommand {
    static func run(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ExitStatus { .failed }
}
