import CLinux
import Glibc

/// Keeps the process's memory to itself, before it holds anything.
enum ProcessGuard {
    /// Signals after which Swift's runtime may print registers and the memory that they point to.
    private static let fatalSignals = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGQUIT]

    static func raise() {
        occupyStandardStreams()
        forbidCoreDumps()
        for signal in fatalSignals { Glibc.signal(signal, SIG_DFL) }
        // A reader that left and a file-size limit come back as errors of the write.
        for signal in [SIGPIPE, SIGXFSZ] { Glibc.signal(signal, SIG_IGN) }
        // The TPM's library would write its own diagnostics among the command's.
        unsafe setenv("TSS2_LOG", "all+none", 0)
    }

    /// Ends the process like any other whose reader has left: without a word, by the signal for that.
    static func endByBrokenPipe() {
        Glibc.signal(SIGPIPE, SIG_DFL)
        Glibc.raise(SIGPIPE)
    }

    /// Opens what stands for a standard stream that is missing, and can't be used as one.
    ///
    /// Otherwise the next file to be opened, such as the log, would take its number, and an answer would go there.
    private static func occupyStandardStreams() {
        for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
            _ = unsafe open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    /// Forbids core dumps by the limit, which holds for files, and by the process's state.
    ///
    /// That state also holds for a dump piped to a program, and keeps the user's other processes from reading this one's
    /// memory.
    private static func forbidCoreDumps() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        unsafe setrlimit(__rlimit_resource_t(UInt32(RLIMIT_CORE.rawValue)), &none)
        _ = cl_forbid_dumping()
    }
}
