import Foundation
import Testing

/// Code that would leak a secret, and the compiler's refusal of it.
@Suite("What does not compile", .enabled(if: TypeChecker.isAvailable, "needs swiftc and the modules of this build"))
struct CompileFailureTests {
    @Test(
        "C1: code that would put a secret into a message is refused",
        arguments: [
            ("let text = \"\\(secretBytes)\"", "SecretBytes"),
            ("log.info(\"\\(secretBytes)\")", "SecretBytes"),
            ("print(secretBytes)", "SecretBytes"),
            ("log.info(someString)", "cannot convert value of type 'String'"),
            ("log.info(\"a\" + someString)", "LogMessage"),
            ("log.info(LogMessage(stringLiteral: someString))", "StaticString"),
            ("log.info(\"\\(sensitive, privacy: .public)\")", "LogValueConvertible"),
            ("log.info(\"\\(sensitive, privacy: .private(mask: .hash))\")", "Correlatable"),
            ("log.info(\"\\(someError, privacy: .public)\")", "LogValueConvertible"),
            ("log.info(\"m\", fields: [LogField(\"f\", sensitive, privacy: .public)])", "LogValueConvertible"),
            ("log.info(\"m\", fields: [LogField(\"f\", secretBytes)])", "SecretBytes"),
            ("let encodable: any Encodable = sensitive", "Encodable"),
            ("let record = LogRecord(timestamp: \"\", level: .info, category: \"c\", body: someString)", "package"),
        ])
    func refuses(statement: String, reason: String) throws {
        let result = try TypeChecker.check(statement)
        #expect(!result.isAccepted)
        #expect(result.errors.contains { $0.contains(reason) }, "\(result.errors)")
    }

    @Test(
        "The same with a safe form is accepted",
        arguments: [
            "log.info(\"\\(sensitive) \\(someString) \\(someString, privacy: .public) \\(someError)\")",
            "log.info(\"\\(sensitive, privacy: .sensitive) \\(someString, privacy: .private(mask: .hash))\")",
            "log.error(\"m\", fields: [LogField(\"f\", sensitive), LogField(\"status\", 200)])",
            "let count = secretBytes.withExposedBytes { $0.byteCount }; log.info(\"\\(count, privacy: .public)\")",
        ])
    func accepts(statement: String) throws {
        let result = try TypeChecker.check(statement)
        #expect(result.isAccepted, "\(result.errors)")
    }
}

/// Runs the compiler's type checker on a few lines against the modules that this test was built from.
enum TypeChecker {
    struct Result {
        let isAccepted: Bool
        let errors: [String]
    }

    private static let preamble = """
        import SafeLogging
        import Sealing
        func take(_ secret: consuming SecretBytes) {}
        func test(
            log: SafeLogger, secretBytes: borrowing SecretBytes, sensitive: Sensitive<String>, someString: String,
            someError: any Error
        ) {

        """

    private static let buildDirectory: URL? = {
        var directory = URL(filePath: CommandLine.arguments.first ?? "").deletingLastPathComponent()
        if let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
            !FileManager.default.fileExists(atPath: directory.appending(path: "Modules").path())
        {
            directory = URL(filePath: own).deletingLastPathComponent()
        }
        let modules = directory.appending(path: "Modules/SafeLogging.swiftmodule").path()
        return FileManager.default.fileExists(atPath: modules) ? directory : nil
    }()

    private static let packageDirectory = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static var isAvailable: Bool { buildDirectory != nil }

    static func check(_ statement: String) throws -> Result {
        try compile(preamble + statement + "\n}\n")
    }

    /// Which of the declarations, one a line, the compiler refuses.
    static func errorLines(_ declarations: [String], importing modules: [String]) throws -> Set<Int> {
        let imports = modules.map { "import \($0); " }.joined()
        let result = try compile(imports + "\n" + declarations.joined(separator: "\n") + "\n")
        let lines = result.errors.filter { $0.contains("error:") }.compactMap { error in
            error.split(separator: ":").dropFirst().first.flatMap { Int($0) }
        }
        return Set(lines.map { $0 - 2 })
    }

    /// What a build with traits imports besides; pkg-config knows where its headers are.
    private static var optionalLibraries: [String] {
        var arguments: [String] = []
        for (library, package) in [("CSecret", "libsecret-1"), ("CTSS", "tss2-esys")] {
            let question = Process()
            let answer = Pipe()
            question.executableURL = URL(filePath: "/usr/bin/env")
            question.arguments = ["pkg-config", "--cflags-only-I", package]
            question.standardOutput = answer
            question.standardError = FileHandle.nullDevice
            guard (try? question.run()) != nil else { continue }
            let flags = String(decoding: answer.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            question.waitUntilExit()
            guard question.terminationStatus == 0 else { continue }
            arguments += ["-I", packageDirectory.appending(path: "Sources/\(library)").path()]
            arguments += flags.split(whereSeparator: \.isWhitespace).flatMap { ["-Xcc", String($0)] }
        }
        return arguments
    }

    private static func compile(_ text: String) throws -> Result {
        let directory = ScratchDirectory()
        let source = directory.path + "/snippet.swift"
        try text.write(toFile: source, atomically: false, encoding: .utf8)
        let compiler = Process()
        compiler.executableURL = URL(filePath: "/usr/bin/env")
        compiler.arguments = [
            "swiftc", "-typecheck", "-swift-version", "6", "-I",
            (buildDirectory ?? packageDirectory).appending(path: "Modules").path(), "-I",
            packageDirectory.appending(path: "Sources/CSodium").path(),
        ]
        for library in ["CSQLite", "CCurl", "CZlib", "CLinux"] {
            compiler.arguments? += ["-I", packageDirectory.appending(path: "Sources/\(library)").path()]
        }
        compiler.arguments? += optionalLibraries + [source]
        let output = Pipe()
        compiler.standardError = output
        compiler.standardOutput = FileHandle.nullDevice
        try compiler.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        compiler.waitUntilExit()
        let errors = text.split(separator: "\n").map(String.init).filter {
            $0.contains("error:") || $0.contains("note:")
        }
        return Result(isAccepted: compiler.terminationStatus == 0, errors: errors)
    }
}
