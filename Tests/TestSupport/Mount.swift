import Foundation

/// A mount that ends with this object.
package final class Mount {
    package struct Failure: Error {}

    private let folder: String

    /// Tells whether this process may mount at all.
    package static let isAllowed: Bool = {
        guard geteuid() == 0 else { return false }
        let folder = FileManager.default.temporaryDirectory.path() + "/mount-" + UUID().uuidString
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        return (try? Mount("-t", "tmpfs", "tmpfs", at: folder)) != nil
    }()

    package init(_ arguments: String..., at folder: String) throws {
        self.folder = folder
        guard try Self.run("mount", arguments + [folder]) == 0 else { throw Failure() }
    }

    deinit {
        _ = try? Self.run("umount", ["--lazy", folder])
    }

    package func remount(_ options: String) throws {
        guard try Self.run("mount", ["-o", "remount,\(options)", folder]) == 0 else { throw Failure() }
    }

    private static func run(_ command: String, _ arguments: [String]) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/\(command)")
        process.arguments = arguments
        process.standardError = nil
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }
}
