import Glibc
import Sealing

/// The right to spend one session's refresh token, which one process at a time has.
///
/// The system frees it when its holder dies. It is freed when this object goes.
package final class RefreshLock: Sendable {
    private let release: @Sendable () -> Void

    fileprivate init(release: @escaping @Sendable () -> Void) {
        self.release = release
    }

    deinit { release() }
}

/// Where the refresh locks of one store are: beside the vault's file, so that whoever shares the vault shares them.
///
/// An open file description lock (`F_OFD_SETLK`) on one byte for each account, in a file that is never deleted; unlike
/// process locks, they also keep two handles of one process apart, and other files' closing does not free them.
struct RefreshLocks: Sendable {
    private let path: String?
    private let held = HeldNames()
    /// `F_OFD_SETLK`, which the C library shows to GNU programs alone.
    private static let setLock: CInt = 37

    /// - Parameter path: the vault's; nil for a store that no other process shares.
    init(beside path: String?) {
        self.path = path.map { "\($0)-refresh" }
    }

    /// Takes the lock of a blinded name, or returns nil while somebody else has it.
    func tryLock(_ name: [UInt8]) throws(VaultError) -> RefreshLock? {
        guard let path else { return held.take(name) }
        let file = try FileDescriptor(opening: path, O_RDWR | O_CREAT, mode: 0o600)
        var range = flock()
        range.l_type = Int16(F_WRLCK)
        range.l_whence = Int16(SEEK_SET)
        range.l_start = off_t(name.prefix(7).reduce(0) { $0 << 8 | UInt64($1) })
        range.l_len = 1
        guard unsafe fcntl(file.number, Self.setLock, &range) == 0 else {
            guard errno == EAGAIN || errno == EACCES else { throw .system(errno, path: path) }
            return nil
        }
        let descriptor = file.giveUp()
        let generation = ForkWatch.generation
        return RefreshLock {
            // A child that was forked meanwhile shares the lock, and would keep it: it is taken off, not just closed.
            if generation == ForkWatch.generation {
                var whole = flock()
                whole.l_type = Int16(F_UNLCK)
                whole.l_whence = Int16(SEEK_SET)
                _ = unsafe fcntl(descriptor, Self.setLock, &whole)
            }
            close(descriptor)
        }
    }
}

/// The locks of a store in memory.
private final class HeldNames: Sendable {
    private let names = Lock<Set<[UInt8]>>([])

    func take(_ name: [UInt8]) -> RefreshLock? {
        guard names.withLock({ $0.insert(name).inserted }) else { return nil }
        return RefreshLock { [self] in names.withLock { _ = $0.remove(name) } }
    }
}
