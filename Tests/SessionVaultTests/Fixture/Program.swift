import Foundation

/// A program of the machine that runs to its end.
enum Program {
    /// What it says on standard output, line by line.
    static func run(_ path: String, _ arguments: [String], environment: [String: String]? = nil) throws -> [String] {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        if let environment { process.environment = environment }
        process.standardOutput = output
        process.standardError = nil
        try process.run()
        let said = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: said, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
