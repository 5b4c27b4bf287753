package import Foundation

/// Reads a vault's file and its write-ahead log by another process: this one would lose its locks on them.
package enum VaultBytes {
    package static func read(_ path: String) async throws -> Data {
        try await OffPool.run {
            let (process, pipe) = (Process(), Pipe())
            process.executableURL = URL(filePath: "/bin/cat")
            process.arguments = [path, path + "-wal"]
            process.standardOutput = pipe
            process.standardError = FileHandle.nullDevice
            try process.run()
            let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            return bytes
        }
    }
}
