import CLinux
import Glibc

/// What a program should do before it holds a secret, so that a crash shows none of it.
enum Protection {
    static func raise() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        unsafe setrlimit(__rlimit_resource_t(UInt32(RLIMIT_CORE.rawValue)), &none)
        _ = cl_forbid_dumping()
        for fatal in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGQUIT] { signal(fatal, SIG_DFL) }
    }
}
