import Glibc

/// `Tests/Servers/ordering_server.py`, on a port of this machine; it ends when this goes.
final class OrderingServer: Sendable {
    private static let places: [String] = ["Tests/Servers/ordering_server.py", "../Tests/Servers/ordering_server.py"]

    let port: UInt16
    private let process: pid_t
    private let input: CInt

    /// Nil where there is no Python, or the script is not in this folder's neighbourhood.
    init?() {
        guard let script = Self.places.first(where: { path in unsafe access(path, R_OK) == 0 }) else { return nil }
        var (input, output): ([CInt], [CInt]) = ([-1, -1], [-1, -1])
        guard unsafe pipe(&input) == 0, unsafe pipe(&output) == 0 else { return nil }
        for descriptor in input + output { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, input[0], STDIN_FILENO)
        unsafe posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO)
        let words: [UnsafeMutablePointer<CChar>?] = unsafe ["python3", script].map { (word: String) in
            unsafe strdup(word)
        }
        defer { for index in unsafe words.indices { unsafe free(words[index]) } }
        var process = pid_t()
        let isStarted = unsafe posix_spawnp(&process, "python3", &actions, nil, words + [nil], environ) == 0
        close(input[0])
        close(output[1])
        defer { close(output[0]) }
        guard isStarted, let port = Self.port(from: output[0]) else { return nil }
        self.port = port
        self.process = process
        self.input = input[1]
    }

    deinit {
        close(input)
        var status: CInt = 0
        unsafe waitpid(process, &status, 0)
    }

    /// What it says first is `listening on 127.0.0.1:PORT`.
    private static func port(from output: CInt) -> UInt16? {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while unsafe read(output, &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
        return String(decoding: line, as: UTF8.self).split(separator: ":").last.flatMap { UInt16($0) }
    }

    /// Sends one request over a connection of its own, and returns how many bytes came back.
    func exchange(_ request: [UInt8]) -> Int {
        let connection = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        defer { close(connection) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let isConnected = unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe connect(connection, address, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected, unsafe send(connection, request, request.count, 0) == request.count else { return 0 }
        var buffer = [UInt8](repeating: 0, count: 16_384)
        var total = 0
        while true {
            let count = unsafe recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return total }
            total += count
        }
    }
}
