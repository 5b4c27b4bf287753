import Glibc

/// This program once more, as a process of its own with its output in a pipe.
struct Child {
    /// The system refused.
    struct NotStarted: Error {}

    private let process: pid_t
    private let output: Int32
    private var pending: [UInt8] = []

    init(_ arguments: [String], environment: [String]) throws(NotStarted) {
        var ends: [Int32] = [0, 0]
        guard unsafe pipe(&ends) == 0 else { throw NotStarted() }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[1]) }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        var started: pid_t = 0
        let status = unsafe Self.withCopies(["VaultChild"] + arguments) { words in
            unsafe Self.withCopies(environment) { variables in
                unsafe posix_spawn(&started, "/proc/self/exe", &actions, nil, words, variables)
            }
        }
        guard status == 0 else {
            close(ends[0])
            throw NotStarted()
        }
        process = started
        output = ends[0]
    }

    private static func withCopies(
        _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Int32
    ) -> Int32 {
        var copies: [UnsafeMutablePointer<CChar>?] = unsafe texts.map { unsafe strdup($0) }
        unsafe copies.append(nil)
        defer { for index in unsafe copies.indices { unsafe free(copies[index]) } }
        return unsafe copies.withUnsafeBufferPointer { copies in
            guard let start = copies.baseAddress else { return EINVAL }
            return unsafe body(start)
        }
    }

    /// The next whole line it says; nil at the end.
    mutating func nextLine() -> Substring? {
        while true {
            if let end = pending.firstIndex(of: 0x0A) {
                let line = String(decoding: pending[..<end], as: UTF8.self)
                pending.removeFirst(end + 1)
                return line[...]
            }
            var buffer = [UInt8](repeating: 0, count: 4_096)
            let count = unsafe read(output, &buffer, buffer.count)
            guard count > 0 else { return nil }
            pending += buffer.prefix(count)
        }
    }

    /// Ends it at once, as a power cut would.
    func kill() {
        _ = Glibc.kill(process, SIGKILL)
    }

    /// Waits until it has ended.
    func reap() {
        var status: Int32 = 0
        _ = unsafe waitpid(process, &status, 0)
        close(output)
    }
}
