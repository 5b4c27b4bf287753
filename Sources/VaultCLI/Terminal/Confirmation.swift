/// Asks whether to go ahead, unless --yes says so.
enum Confirmation {
    /// Refuses at the beginning what nobody could be asked about later.
    static func requirePossible(for what: String, _ invocation: Invocation) throws(CommandFailure) {
        guard invocation.has(.yes) || TerminalPrompt.canAsk else {
            throw .usage("there is no terminal to ask on, so \(what) needs --yes", of: invocation.command)
        }
    }

    /// - Parameter outcome: how things are after a no, such as `nothing was removed`.
    static func ask(_ question: String, else outcome: String, _ invocation: Invocation) throws(CommandFailure) {
        guard !invocation.has(.yes) else { return }
        guard let prompt = try? TerminalPrompt(), prompt.confirms("\(question) Type yes: ") else {
            throw CommandFailure("the answer was not `yes`; \(outcome).")
        }
    }
}
