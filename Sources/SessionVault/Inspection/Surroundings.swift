import Glibc

/// What the system says about this process and the machine.
public struct Surroundings: Sendable, Hashable {
    /// Tells whether there is a swap device or file.
    public let hasSwap: Bool
    /// Tells whether a crash of this process would leave its memory in a file.
    public let dumpsCore: Bool

    static var current: Surroundings {
        Surroundings(hasSwap: swapLines > 1, dumpsCore: coreLimit > 0)
    }

    /// Lines of the table of swap devices, whose first is its heading.
    private static var swapLines: Int {
        let file = unsafe open("/proc/swaps", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return 0 }
        defer { close(file) }
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 4_096) { target, count in
            count = max(0, unsafe read(file, target.baseAddress, 4_096))
        }
        return bytes.count { $0 == 0x0A }
    }

    private static var coreLimit: UInt {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(UInt32(RLIMIT_CORE.rawValue)), &limit) == 0 else { return 0 }
        return UInt(limit.rlim_cur)
    }
}
