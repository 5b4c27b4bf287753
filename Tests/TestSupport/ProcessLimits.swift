import Glibc

/// Limits that a child process sets for itself; they can't be taken back, so only exit tests use them.
package enum ProcessLimits {
    /// The system refused, or its answer could not be read.
    package struct NotSet: Error {}

    /// Forbids locking of memory, also where the tests run as root, whom the limit alone would not bind.
    package static func forbidLockedMemory() throws(NotSet) {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        guard unsafe setrlimit(__rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue), &none) == 0 else { throw NotSet() }
        let nobody: uid_t = 65_534
        if geteuid() == 0, setuid(nobody) != 0 { throw NotSet() }
    }

    /// Lets the process have `bytes` of address space more than it has now.
    package static func limitAddressSpace(toFurther bytes: UInt) throws(NotSet) {
        guard
            let content = try? ProcFile.content("statm"),
            let pages = content.split(separator: " ").first.flatMap({ UInt($0) })
        else { throw NotSet() }
        let size = pages * UInt(sysconf(Int32(_SC_PAGESIZE))) + bytes
        var limit = rlimit(rlim_cur: size, rlim_max: size)
        guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0 else { throw NotSet() }
    }
}
