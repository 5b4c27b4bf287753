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
    /// The path that the command line names the vault by.
    private let vault: String?

    init(wantsJSON: Bool, isQuiet: Bool = false, log: SafeLogger = .disabled, vault: String? = nil) {
        self.wantsJSON = wantsJSON
        self.isQuiet = isQuiet
        self.log = log
        self.vault = vault
        let isPlain = Environment.value("NO_COLOR") != nil || Environment.value("TERM") == "dumb"
        usesColour = !isPlain && FileOutput.isTerminal(STDOUT_FILENO)
        showsProgress = !isQuiet && FileOutput.isTerminal(STDERR_FILENO)
    }

    /// Reports a change that was made; where that was all, and the user asked for quiet, the exit status tells it.
    func confirm(_ page: Page, json: JSONValue, status: ExitStatus = .done) throws(CommandFailure) {
        guard wantsJSON || !isQuiet || status != .done else { return }
        try answer(page, json: json)
    }

    /// Answers with a page or, where that was asked for, with JSON.
    func answer(_ page: Page, json: JSONValue) throws(CommandFailure) {
        try answer(wantsJSON ? json.text : text(of: page))
    }

    func text(of page: Page) -> String { page.text(inColour: usesColour, naming: vault) }

    func answer(_ text: String) throws(CommandFailure) {
        try require(FileOutput.write(text, to: STDOUT_FILENO))
    }

    /// Answers with a secret's bytes, which go from its memory straight to standard output.
    func answer(exposing secret: borrowing SecretBytes) throws(CommandFailure) {
        try require(FileOutput.write(secret, to: STDOUT_FILENO))
    }

    private func require(_ isWritten: Bool) throws(CommandFailure) {
        guard isWritten else {
            guard errno != EPIPE else { throw .readerLeft }
            throw CommandFailure("the answer could not be written. Check what standard output leads to.")
        }
    }

    /// Tells the user something beside the answer, unless they asked for quiet.
    func note(_ text: String) {
        guard !isQuiet else { return }
        tell(text)
    }

    /// Says, whatever was asked for, that a change is made of which the anchor does not know.
    func warnOfLaggingAnchor() {
        guard let fault = anchorWatch.fault else { return }
        let why = CommandMend.text(of: fault)
        let text = "the change is made, but the anchor does not know of it: \(why) The next change tells it again."
        log.error("\(text, privacy: .public)")
        tell("vault: warning: \(text)")
    }

    /// Says why the command ends: for people, or as one line of JSON.
    func report(_ failure: CommandFailure) {
        guard wantsJSON else { return tell("vault: \(failure.message)") }
        FileOutput.write(failure.json.line, to: STDERR_FILENO)
    }

    /// A terminal gets lines of its usual width; elsewhere each text is one line.
    private func tell(_ text: String) {
        let text = Printable.text(NamedVault.text(text, naming: vault))
        let lines = FileOutput.isTerminal(STDERR_FILENO) ? HelpPage.wrap(text, to: 79) : [text]
        FileOutput.write(lines.joined(separator: "\n") + "\n", to: STDERR_FILENO)
    }
}

/// Text that a terminal shows and does not obey, whatever a path or a server put into it.
enum Printable {
    static func text(_ text: String) -> String {
        String(decoding: ControlCharacters.neutralized(Array(text.utf8)), as: UTF8.self)
    }
}
