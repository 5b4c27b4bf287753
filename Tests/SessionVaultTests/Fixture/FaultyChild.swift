import Foundation

/// `VaultChild` under `Tests/Faults/failing_calls.c`, which is compiled when it is first needed.
enum FaultyChild {
    private static let source = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Faults/failing_calls.c").path()

    /// A C compiler, which comes with Swift; nil where none is found.
    private static let compiler: String? = ["/usr/bin/cc", "/usr/bin/clang"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    private static let folder = try? VaultFolder()

    /// The compiled library; nil where it can't be made.
    static let library: String? = {
        guard let compiler, let path = folder?.file("failing_calls.so") else { return nil }
        let process = Process()
        process.executableURL = URL(filePath: compiler)
        process.arguments = ["-shared", "-fPIC", "-O1", "-o", path, source, "-ldl"]
        guard (try? process.run()) != nil else { return nil }
        process.waitUntilExit()
        return process.terminationStatus == 0 ? path : nil
    }()

    static func start(_ operation: String, _ calls: String, _ error: Int32, _ isLasting: Bool, at path: String) throws
        -> ChildProcess
    {
        try ChildProcess(
            "faults", path, operation, calls, "\(error)", isLasting ? "lasting" : "once",
            environment: ["LD_PRELOAD": library ?? ""])
    }
}
