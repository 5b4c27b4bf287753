import Glibc
import SafeLogging

/// Where a command answers: standard output for the answer, standard error for everything else.
struct Console: Sendable {
    /// Colours on standard output: only on a terminal, and never with NO_COLOR.
    let usesColour: Bool
    /// Tells whether somebody may be looking at standard error.
    let showsProgress: Bool
    let wantsJSON: Bool
    let log: SafeLogger

    init(wantsJSON: Bool, log: SafeLogger = .disabled) {
        self.wantsJSON = wantsJSON
        self.log = log
        let isPlain = Environment.value("NO_COLOR") != nil || Environment.value("TERM") == "dumb"
        usesColour = !isPlain && FileOutput.isTerminal(STDOUT_FILENO)
        showsProgress = FileOutput.isTerminal(STDERR_FILENO)
    }

    /// Answers with a page or, where that was asked for, with JSON.
    func answer(_ page: Page, json: JSONValue) throws(CommandFailure) {
        try answer(wantsJSON ? json.text : page.text(inColour: usesColour))
    }

    func answer(_ text: String) throws(CommandFailure) {
        guard FileOutput.write(text, to: STDOUT_FILENO) else {
            throw CommandFailure("the answer could not be written. Check what standard output leads to.")
        }
    }

    /// Tells the user something beside the answer.
    func note(_ text: String) {
        FileOutput.write("\(Printable.text(text))\n", to: STDERR_FILENO)
    }

    func report(_ failure: CommandFailure) {
        note("vault: \(failure.message)")
    }
}

/// Text that a terminal shows and does not obey, whatever a path or a server put into it.
enum Printable {
    static func text(_ text: String) -> String {
        String(decoding: ControlCharacters.neutralized(Array(text.utf8)), as: UTF8.self)
    }
}
