import Foundation

/// A running `VaultChild`.
final class ChildProcess {
    private let process = Process()
    private let output = Pipe()

    static let executable = Bundle.main.bundleURL.appending(path: "VaultChild")

    init(_ arguments: String..., environment: [String: String] = [:]) throws {
        process.executableURL = Self.executable
        process.arguments = arguments
        process.environment = ["VAULT_KEY_FILE": VaultFolder.keyFile].merging(environment) { $1 }
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

    /// Whether it ended by itself and without a complaint; only after its end.
    var hasSucceeded: Bool { process.terminationReason == .exit && process.terminationStatus == 0 }

    /// The signal that ended it; only after its end.
    var signal: Int32? { process.terminationReason == .uncaughtSignal ? process.terminationStatus : nil }

    /// Words that were said in full; a process that was killed may leave half a one.
    private static func lines(_ data: Data) -> [String] {
        let whole = data.lastIndex(of: 0x0A).map { data[...$0] } ?? Data()
        return String(decoding: whole, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
