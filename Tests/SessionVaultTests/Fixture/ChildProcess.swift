import Foundation

/// A running `VaultChild`.
final class ChildProcess {
    private let process = Process()
    private let output = Pipe()

    init(_ arguments: String...) throws {
        process.executableURL = Bundle.main.bundleURL.appending(path: "VaultChild")
        process.arguments = arguments
        process.environment = ["VAULT_KEY_FILE": VaultFolder.keyFile]
        process.standardOutput = output
        try process.run()
    }

    /// The next words it says, waiting for at least one; nil after the last.
    func nextLines() -> [String]? {
        let data = output.fileHandleForReading.availableData
        return data.isEmpty ? nil : Self.lines(data)
    }

    /// Ends it at once, as a power cut would.
    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// All that it says until it ends.
    func wait() -> [String] {
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Self.lines(data)
    }

    /// Words that were said in full; a process that was killed may leave half a one.
    private static func lines(_ data: Data) -> [String] {
        let whole = data.lastIndex(of: 0x0A).map { data[...$0] } ?? Data()
        return String(decoding: whole, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
