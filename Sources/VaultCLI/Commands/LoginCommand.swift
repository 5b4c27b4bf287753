/// `vault login`.
enum LoginCommand {
    static func run(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ExitStatus { .failed }
}
