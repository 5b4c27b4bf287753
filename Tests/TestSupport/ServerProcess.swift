import Foundation

/// A Python script of `Tests/Servers` that prints its port, and exits when its standard input closes: with this object,
/// or with the test process.
package final class ServerProcess: Sendable {
    package let port: Int
    private let process: Process
    private let input: Pipe

    package static func launch(
        _ script: String, _ arguments: [String] = [], python: String = "python3"
    ) async throws -> ServerProcess {
        try await OffPool.run { try ServerProcess(script, arguments, python) }
    }

    private init(_ script: String, _ arguments: [String], _ python: String) throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Servers/\(script)").path()
        process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [python, path, "--port", "0"] + arguments
        input = Pipe()
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var line = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), let first = byte.first,
            first != UInt8(ascii: "\n")
        {
            line.append(first)
        }
        guard let port = String(decoding: line, as: UTF8.self).split(separator: ":").last.flatMap({ Int($0) }) else {
            throw LoopbackExchange.Failure(step: "start of the server")
        }
        self.port = port
    }

    deinit {
        try? input.fileHandleForWriting.close()
    }

    /// Ends the process and waits for that.
    package func stop() async throws {
        try input.fileHandleForWriting.close()
        try await OffPool.run { [process] in process.waitUntilExit() }
    }
}
