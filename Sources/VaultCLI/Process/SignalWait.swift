import CLinux
import Glibc

/// Signals that are held back until what they would break off is in order again.
struct SignalWait: ~Copyable {
    private let descriptor: CInt
    private var held = sigset_t()
    private var before = sigset_t()

    /// Holds those of `signals` back that the process does not ignore, as one that `nohup` started does.
    init(_ signals: [CInt]) {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for signal in signals where !Self.isIgnored(signal) { unsafe sigaddset(&set, signal) }
        held = set
        unsafe pthread_sigmask(SIG_BLOCK, &set, &before)
        descriptor = unsafe signalfd(-1, &set, CInt(SFD_CLOEXEC))
    }

    /// What came and was not waited for takes its course.
    deinit {
        close(descriptor)
        var before = before
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    private static func isIgnored(_ signal: CInt) -> Bool {
        var action = sigaction()
        guard unsafe sigaction(signal, nil, &action) == 0 else { return false }
        return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }

    /// Waits for input; true where a signal came first.
    func arrive(beforeInputAt input: CInt) -> Bool {
        var waiting = [
            pollfd(fd: input, events: Int16(POLLIN), revents: 0),
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
