import Glibc
import SafeLogging
import Sealing
import SessionVault

/// Where a command answers: standard output for the answer, standard error for everything else.
struct Console: Sendable {
    /// Colours on standard output: only on a terminal, and never with NO_COLOR.
    let usesColour: Bool
    /// Tells whether somebody may be looking at standard error, and wants to.
    let showsProgress: Bool
    let wantsJSON: Bool
    private let isQuiet: Bool
    let log: SafeLogger
    let anchorWatch = AnchorWatch()

    init(wantsJSON: Bool, isQuiet: Bool = false, log: SafeLogger = .disabled) {
        self.wantsJSON = wantsJSON
        self.isQuiet = isQuiet
        self.log = log
        let isPlain = Environment.value("NO_COLOR") != nil || Environment.value("TERM") == "dumb"
        usesColour = !isPlain && FileOutput.isTerminal(STDOUT_FILENO)
        showsProgress = !isQuiet && FileOutput.isTerminal(STDERR_FILENO)
    }

    /// Answers with a page or, where that was asked for, with JSON.
    func answer(_ page: Page, json: JSONValue) throws(CommandFailure) {
        try answer(wantsJSON ? json.text : page.text(inColour: usesColour))
    }

    func answer(_ text: String) throws(CommandFailure) {
        try require(FileOutput.write(text, to: STDOUT_FILENO))
    }

    /// Answers with a secret's bytes, which go from its memory straight to standard output.
    func answer(exposing secret: borrowing SecretBytes) throws(CommandFailure) {
        try require(FileOutput.write(secret, to: STDOUT_FILENO))
    }

    private func require(_ isWritten: Bool) throws(CommandFailure) {
        guard isWritten else {
            throw CommandFailure("the answer could not be written. Check what standard output leads to.")
        }
    }

    /// Tells the user something beside the answer, unless they asked for quiet.
    func note(_ text: String) {
        guard !isQuiet else { return }
        let lines = HelpPage.wrap(Printable.text(text), to: 79)
        FileOutput.write(lines.joined(separator: "\n") + "\n", to: STDERR_FILENO)
    }

    /// Says, whatever was asked for, that a change is made of which the anchor does not know.
    func warnOfLaggingAnchor() {
        guard let fault = anchorWatch.fault else { return }
        let text = "the change is made, but the anchor does not know of it: \(fault) The next change tells it again."
        log.error("\(text, privacy: .public)")
        FileOutput.write("vault: warning: \(Printable.text(text))\n", to: STDERR_FILENO)
    }

    func report(_ failure: CommandFailure) {
        FileOutput.write("vault: \(Printable.text(failure.message))\n", to: STDERR_FILENO)
    }
}

/// Text that a terminal shows and does not obey, whatever a path or a server put into it.
enum Printable {
    static func text(_ text: String) -> String {
        String(decoding: ControlCharacters.neutralized(Array(text.utf8)), as: UTF8.self)
    }
}
