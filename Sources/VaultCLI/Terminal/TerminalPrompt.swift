import CLinux
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

/// Signals that are held back until the terminal is in order again.
private struct SignalWait: ~Copyable {
    private let descriptor: CInt
    private var held = sigset_t()
    private var before = sigset_t()

    init(_ signals: [CInt]) {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for signal in signals { unsafe sigaddset(&set, signal) }
        held = set
        unsafe pthread_sigmask(SIG_BLOCK, &set, &before)
        descriptor = unsafe signalfd(-1, &set, CInt(SFD_CLOEXEC))
    }

    deinit {
        close(descriptor)
    }

    /// Waits for input; true where a signal came first.
    func arrive(beforeInputAt terminal: CInt) -> Bool {
        var waiting = [
            pollfd(fd: terminal, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        ]
        while unsafe poll(&waiting, nfds_t(waiting.count), -1) < 0, errno == EINTR {}
        return waiting[1].revents != 0
    }

    /// Lets the held signals through, also where the process was started with them blocked: most end the process here.
    func deliver() {
        var (held, before) = (held, before)
        unsafe pthread_sigmask(SIG_UNBLOCK, &held, nil)
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    }
}
