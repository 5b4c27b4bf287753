import Foundation

/// A script of `Tests/Interop`: Python, made from FORMAT.md alone.
enum InteropScript {
    struct Failure: Error {
        let text: String
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Interop")

    // Python is asked for by its path, since another one may lack the sqlite3 module.
    private static let python = "/usr/bin/python3"
    static let isAvailable = FileManager.default.isExecutableFile(atPath: python)

    /// Runs it and returns what it prints.
    @discardableResult
    static func run(_ script: String, _ arguments: [String]) throws -> Data {
        let process = Process()
        process.executableURL = URL(filePath: python)
        process.arguments = ["-B", folder.appending(path: script).path()] + arguments
        let output = Pipe()
        let fault = Pipe()
        process.standardOutput = output
        process.standardError = fault
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        let text = String(decoding: fault.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(text: text) }
        return data
    }
}
