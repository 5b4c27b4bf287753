import Foundation
import TestSupport
import Testing

/// Runs the built `vault` binary, which stands beside the test bundle.
enum VaultCommand {
    struct Result: Sendable {
        let status: Int32
        let output: String
        let errors: String

        /// Standard output as JSON, which has to be as its schema says.
        func json() throws -> [String: Any] {
            let answer = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
            if let schema = answer["schema"] as? String {
                let shape = try #require(AnswerShape.schemas[schema], "\(schema) is not documented")
                for fault in shape.faults(of: answer.filter { $0.key != "schema" }) {
                    Issue.record("\(schema): \(fault)")
                }
            }
            return answer
        }
    }

    static let binary: String = {
        let bundle = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(filePath: bundle).deletingLastPathComponent().appending(path: "vault").path()
    }()

    /// Runs the command in a session of its own, so that it has no terminal.
    static func run(_ arguments: String..., input: String = "", environment: [String: String] = [:]) async throws
        -> Result
    {
        try await run(arguments, input: input, environment: environment)
    }

    static func run(_ arguments: [String], input: String = "", environment: [String: String] = [:]) async throws
        -> Result
    {
        try await start("/usr/bin/setsid", ["--wait", binary] + arguments, input: input, environment: environment)
    }

    /// Runs a shell line in which `$VAULT` is the command.
    static func shell(_ line: String, environment: [String: String] = [:]) async throws -> Result {
        try await start("/bin/sh", ["-c", line], input: "", environment: environment.merging(["VAULT": binary]) { $1 })
    }

    /// Runs a program with its streams in files, so that no pipe can fill up.
    static func start(
        _ program: String, _ arguments: [String], input: String, environment: [String: String]
    ) async throws -> Result {
        try await OffPool.run { try wait(program, arguments, input: input, environment: environment) }
    }

    private static func wait(
        _ program: String, _ arguments: [String], input: String, environment: [String: String]
    ) throws -> Result {
        let folder = try TemporaryFolder()
        let paths = ["in", "out", "err"].map(folder.path)
        for (path, content) in zip(paths, [input, "", ""]) {
            try Data(content.utf8).write(to: URL(filePath: path))
        }
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.environment = ["PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/nonexistent"].merging(environment) {
            $1
        }
        process.standardInput = try FileHandle(forReadingFrom: URL(filePath: paths[0]))
        process.standardOutput = try FileHandle(forWritingTo: URL(filePath: paths[1]))
        process.standardError = try FileHandle(forWritingTo: URL(filePath: paths[2]))
        try process.run()
        process.waitUntilExit()
        return Result(
            status: process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus,
            output: try text(paths[1]), errors: try text(paths[2]))
    }

    private static func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }
}

/// Runs the command on a terminal of its own, with somebody in front of it.
enum TerminalSession {
    struct Step: Encodable {
        /// What has to appear on the terminal first.
        let await: String
        var send: String?
        var signal: Int32?
        /// Has a browser open the last address that was printed.
        var open: Bool?
    }

    struct Result: Decodable {
        let output: String
        let status: Int32?
        let signal: Int32?
        /// Whether the terminal echoes at the end.
        let echo: Bool?
        /// Whether it did before each step.
        let echoedDuring: [Bool]
    }

    private struct Script: Encodable {
        let argv: [String]
        let env: [String: String]
        let blocked: [Int32]
        let steps: [Step]
    }

    static func run(
        _ arguments: [String], _ steps: [Step], environment: [String: String] = [:], blocked: [Int32] = [],
        program: String = VaultCommand.binary
    ) async throws -> Result {
        let player = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Terminal/pty_session.py").path()
        let script = Script(argv: [program] + arguments, env: environment, blocked: blocked, steps: steps)
        let result = try await VaultCommand.start(
            "/usr/bin/env", ["python3", player], input: String(decoding: JSONEncoder().encode(script), as: UTF8.self),
            environment: ProcessInfo.processInfo.environment)
        return try JSONDecoder().decode(Result.self, from: Data(result.output.utf8))
    }
}
