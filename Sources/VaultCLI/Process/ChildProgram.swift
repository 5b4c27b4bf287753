import CLinux
import Glibc
import Sealing
import SessionVault

/// Runs a program and takes what it writes straight into secret memory.
enum ChildProgram {
    enum Failure: Error {
        case missing
        case tooLong
        /// It could not be started, or ended with another status than 0.
        case failed
    }

    /// The output of `program`, found on PATH, which gets nothing to read and whose complaints are not shown.
    static func output(
        of program: String, _ arguments: [String], atMost limit: Int
    ) throws(Failure) -> SecretBytes {
        var ends: [CInt] = [-1, -1]
        guard unsafe cl_pipe(&ends) == 0 else { throw .failed }
        let child: pid_t
        do throws(Failure) { child = try start(program, arguments, writingTo: ends[1]) } catch {
            for end in ends { close(end) }
            throw error
        }
        close(ends[1])
        let output: SecretBytes?
        do { output = try SecretInput.everything(from: ends[0], atMost: limit) } catch { output = nil }
        // A program that has more to say ends by that.
        close(ends[0])
        var status: CInt = 0
        while unsafe waitpid(child, &status, 0) < 0, errno == EINTR {}
        guard let output else { throw .tooLong }
        guard status == 0 else { throw .failed }
        return output
    }

    private static func start(
        _ program: String, _ arguments: [String], writingTo end: CInt
    ) throws(Failure) -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, end, STDOUT_FILENO)
        unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        // Whatever the command was given, such as a passphrase's descriptor, is not the program's.
        unsafe cl_spawn_close_from(&actions, STDERR_FILENO + 1)
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var ignored = sigset_t()
        unsafe sigemptyset(&ignored)
        for signal in [SIGPIPE, SIGXFSZ] { unsafe sigaddset(&ignored, signal) }
        unsafe posix_spawnattr_setsigdefault(&attributes, &ignored)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))

        var words = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
        var variables = unsafe environment.map { unsafe strdup($0) } + [nil]
        defer { unsafe release(words + variables) }
        var child: pid_t = 0
        let code = unsafe posix_spawnp(&child, program, &actions, &attributes, &words, &variables)
        guard code != ENOENT else { throw .missing }
        guard code == 0 else { throw .failed }
        return child
    }

    private static func release(_ texts: [UnsafeMutablePointer<CChar>?]) {
        for index in unsafe texts.indices { unsafe free(texts[index]) }
    }

    /// The command's own, and the terminal on which GnuPG's agent may ask.
    private static var environment: [String] {
        var variables: [String] = []
        var position = unsafe environ
        while let text = unsafe position.pointee {
            variables.append(unsafe String(cString: text))
            unsafe position += 1
        }
        if Environment.value("GPG_TTY") == nil, let terminal = terminalName {
            variables.append("GPG_TTY=\(terminal)")
        }
        return variables
    }

    private static var terminalName: String? {
        for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            var name = [CChar](repeating: 0, count: 256)
            guard unsafe ttyname_r(stream, &name, name.count) == 0 else { continue }
            return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        return nil
    }
}
