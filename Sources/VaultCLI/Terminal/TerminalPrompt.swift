import Glibc
import Sealing

/// Asks on the controlling terminal, without echo.
struct TerminalPrompt: ~Copyable {
    private let terminal: CInt

    init() throws(SecretInput.Failure) {
        let terminal = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else { throw .noTerminal }
        self.terminal = terminal
    }

    deinit {
        close(terminal)
    }

    /// Signals that would otherwise leave the terminal without echo.
    private static let guardedSignals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGTTIN, SIGTTOU]

    /// Reads one line.
    ///
    /// While it waits, a signal that ends or stops the process first gets the echo back on; after a stop the question
    /// is asked again.
    func secret(_ question: String) throws(SecretInput.Failure) -> SecretBytes {
        while true {
            let signals = SignalWait(Self.guardedSignals)
            let echo = EchoSwitch(turningOff: terminal)
            FileOutput.write(Printable.text(question), to: terminal)
            var wasInterrupted = false
            defer { FileOutput.write("\n", to: terminal) }
            let line: SecretBytes
            do throws(SecretInput.Failure) {
                line = unsafe try SecretInput.collect { (target) throws(SecretInput.Failure) in
                    guard !signals.arrive(beforeInputAt: terminal) else {
                        wasInterrupted = true
                        return 0
                    }
                    return unsafe read(terminal, target.baseAddress, target.count)
                }
            } catch {
                echo.restore()
                signals.deliver()
                if wasInterrupted { continue }
                throw error
            }
            echo.restore()
            signals.deliver()
            if wasInterrupted { continue }
            guard line.count <= SecretInput.terminalLimit else { throw .tooLong }
            return line
        }
    }

    /// Tells whether somebody could be asked.
    static var canAsk: Bool {
        guard let prompt = try? TerminalPrompt() else { return false }
        return FileOutput.isTerminal(prompt.terminal)
    }

    /// Says what a question is about, in lines of the terminal's usual width.
    func tell(_ text: String) {
        let lines = HelpPage.wrap(Printable.text(text), to: 79)
        FileOutput.write(lines.joined(separator: "\n") + "\n", to: terminal)
    }

    /// Asks a question whose answer shows; true only for `yes`.
    func confirms(_ question: String) -> Bool {
        FileOutput.write(Printable.text(question), to: terminal)
        guard let answer = unsafe try? SecretInput.collect({ unsafe read(terminal, $0.baseAddress, $0.count) }) else {
            return false
        }
        return answer.equals(SecretBytes(utf8: "yes"))
    }
}

/// A terminal's echo, off until it is restored.
private struct EchoSwitch {
    private let terminal: CInt
    private let before: termios?

    init(turningOff terminal: CInt) {
        self.terminal = terminal
        var settings = termios()
        guard unsafe tcgetattr(terminal, &settings) == 0 else {
            before = nil
            return
        }
        before = settings
        settings.c_lflag &= ~tcflag_t(ECHO)
        unsafe tcsetattr(terminal, TCSAFLUSH, &settings)
    }

    func restore() {
        guard var before else { return }
        unsafe tcsetattr(terminal, TCSAFLUSH, &before)
    }
}
