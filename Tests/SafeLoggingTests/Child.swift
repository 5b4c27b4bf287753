import Foundation
import TestSupport

/// A run of `CrashChild`, which stands beside the test bundle: all that it left behind.
struct Child {
    let status: Int32
    let signal: Int32?
    /// Standard output and standard error.
    let output: [UInt8]
    /// The core file, if there is one.
    let core: [UInt8]

    private static let executable = Bundle.main.bundleURL.appending(path: "CrashChild").path()

    /// Whether the system puts core files into the folder of the process that ended.
    static let leavesCores: Bool = {
        let pattern = (try? String(contentsOfFile: "/proc/sys/kernel/core_pattern", encoding: .utf8)) ?? "|"
        return !pattern.contains("/") && !pattern.contains("|")
    }()

    static func run(
        _ arguments: [String], input: String = "", environment: [String: String] = [:], limits: String = "-c 0"
    ) async throws -> Child {
        try await OffPool.run { try wait(arguments, input, environment, limits) }
    }

    private static func wait(
        _ arguments: [String], _ input: String, _ environment: [String: String], _ limits: String
    ) throws -> Child {
        let folder = try TemporaryDirectory()
        try Data(input.utf8).write(to: URL(filePath: folder.path("in")))
        try Data().write(to: URL(filePath: folder.path("out")))
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "ulimit \(limits); exec \"$0\" \"$@\"", executable] + arguments
        process.environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"].merging(environment) {
            $1
        }
        process.currentDirectoryURL = URL(filePath: folder.path)
        process.standardInput = try FileHandle(forReadingFrom: URL(filePath: folder.path("in")))
        let output = try FileHandle(forWritingTo: URL(filePath: folder.path("out")))
        process.standardOutput = output
        process.standardError = output
        try process.run()
        process.waitUntilExit()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let core = try names.filter { $0.hasPrefix("core") }.map {
            try Data(contentsOf: URL(filePath: folder.path($0)))
        }
        return Child(
            status: process.terminationStatus,
            signal: process.terminationReason == .uncaughtSignal ? process.terminationStatus : nil,
            output: try [UInt8](Data(contentsOf: URL(filePath: folder.path("out")))), core: core.flatMap { [UInt8]($0) }
        )
    }

    var text: String { String(decoding: output, as: UTF8.self) }
}

/// A library of `Tests/Faults`, compiled when it is first needed; nil where there is no C compiler.
enum Preloaded {
    static let countedBlocks = compile("counted_blocks")
    private static let folder = try? TemporaryDirectory()

    private static func compile(_ name: String) -> String? {
        let source = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Faults/\(name).c").path()
        let compilers = ["/usr/bin/cc", "/usr/bin/clang"].filter { FileManager.default.isExecutableFile(atPath: $0) }
        guard let compiler = compilers.first, let path = folder?.path("\(name).so") else { return nil }
        let process = Process()
        process.executableURL = URL(filePath: compiler)
        process.arguments = ["-shared", "-fPIC", "-O1", "-o", path, source]
        guard (try? process.run()) != nil else { return nil }
        process.waitUntilExit()
        return process.terminationStatus == 0 ? path : nil
    }
}
