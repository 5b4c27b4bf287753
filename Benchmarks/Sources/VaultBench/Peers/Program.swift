import Glibc

/// A program that is run from start to end, its output thrown away.
struct Program {
    private let path: String
    private let arguments: [String]

    /// What a program that runs it is told.
    var words: [String] { [path] + arguments.dropFirst() }

    /// Nil where no program of that name is on the search path.
    init?(_ name: String, _ arguments: String...) { self.init(name, arguments) }

    init?(_ name: String, _ arguments: [String]) {
        guard let path = Self.path(of: name) else { return nil }
        self.path = path
        self.arguments = [name] + arguments
    }

    /// The command as it is installed, from this package's folder or the one above, or the one on the search path.
    static func vault(_ arguments: String...) -> Program? {
        let builds: [String] = [".build/installed/bin/vault", "../.build/installed/bin/vault"]
        let built = builds.first { path in unsafe access(path, X_OK) == 0 }
        let name = built ?? "vault"
        guard let path = path(of: name) else { return nil }
        return Program(path: path, arguments: [name] + arguments)
    }

    private init(path: String, arguments: [String]) {
        self.path = path
        self.arguments = arguments
    }

    /// Runs it, and tells whether it ended well, which an answer of no (status 1) does too where `mayDeny`.
    func run(mayDeny: Bool = false) -> Bool {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        let words: [UnsafeMutablePointer<CChar>?] = unsafe arguments.map { unsafe strdup($0) }
        defer { for index in unsafe words.indices { unsafe free(words[index]) } }
        var process = pid_t()
        guard unsafe posix_spawn(&process, path, &actions, nil, words + [nil], environ) == 0 else { return false }
        var status: CInt = -1
        while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status == 0 || (mayDeny && status == 1 << 8)
    }

    private static func path(of name: String) -> String? {
        guard !name.contains("/") else { return unsafe access(name, X_OK) == 0 ? name : nil }
        let folders = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/bin:/bin"
        return folders.split(separator: ":").map { "\($0)/\(name)" }.first { unsafe access($0, X_OK) == 0 }
    }
}
