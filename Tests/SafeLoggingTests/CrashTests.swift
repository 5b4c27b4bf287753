import Foundation
import TestSupport
import Testing

/// A process that crashes with secrets in hand, and what it leaves behind.
///
/// The sanitizers take the signals for themselves.
@Suite("Crashes", .enabled(if: !Sanitizer.isActive))
struct CrashTests {
    static let ways = [
        "unwrap", "bounds", "overflow", "precondition", "abort", "segmentation", "error", "memory",
    ]

    /// How a process is kept from showing its memory.
    enum Protection: CaseIterable {
        /// From outside, by its environment and limits.
        case environment
        /// From inside, although everything outside asks for a dump.
        case process
    }

    /// All that Swift's runtime can be asked to print.
    static let everything = ["SWIFT_BACKTRACE": "enable=yes,color=no,registers=all,images=none,output-to=stdout"]

    static func crash(_ way: String, _ secrets: CrashSecrets, _ protection: Protection?) async throws -> Child {
        try await Child.run(
            ["crash", way, protection == .process ? "guarded" : "bare"], input: secrets.input,
            environment: protection == .environment ? ["SWIFT_BACKTRACE": "enable=no"] : everything,
            limits: protection == .environment ? "-c 0" : "-c unlimited")
    }

    @Test(
        "L32: a process that crashes shows no code, token or password, in its output, a backtrace or a core file",
        arguments: ways, Protection.allCases)
    func showsNothing(way: String, protection: Protection) async throws {
        let secrets = CrashSecrets()
        let child = try await Self.crash(way, secrets, protection)
        #expect(child.signal != nil)
        #expect(secrets.traces(in: child.output) == [])
        #expect(child.core.isEmpty)
        #expect(!child.text.contains("Backtracing"))
    }

    @Test("L32: without protection the same search finds the code in the registers") func controlOfOutput() async throws
    {
        let secrets = CrashSecrets()
        let child = try await Self.crash("bounds", secrets, nil)
        #expect(child.text.contains("Program crashed"))
        #expect(secrets.traces(in: child.output).contains("code"))
    }

    @Test(
        "L32: without protection the same search finds all three in a core file",
        .enabled(if: Child.leavesCores, "the system takes core files elsewhere"))
    func controlOfCores() async throws {
        let secrets = CrashSecrets()
        let child = try await Self.crash("abort", secrets, nil)
        #expect(secrets.traces(in: child.core) == ["code", "password", "token"])
    }

    @Test(
        "L30: the text of a failed precondition and of an uncaught error shows the marks",
        arguments: ["precondition", "error"])
    func showsMarks(way: String) async throws {
        let child = try await Self.crash(way, CrashSecrets(), .process)
        #expect(child.text.contains("Fatal error"))
        #expect(child.text.contains("<redacted>"))
    }
}

/// Made-up secrets, other ones in each run, and the search for them.
struct CrashSecrets {
    let code = String(Int.random(in: 100_000...999_999))
    let token = "tok." + Self.random(28)
    let password = "pw+" + Self.random(21)

    var input: String { "\(code)\n\(token)\n\(password)\n" }

    private static func random(_ count: Int) -> String {
        String((0..<count).map { _ in Character(Unicode.Scalar(UInt8.random(in: 0x61...0x7A))) })
    }

    /// Which of them, or eight bytes of them, stand in `bytes`: as they are, as a memory dump or as a register shows them.
    func traces(in bytes: [UInt8]) -> Set<String> {
        let haystack = Data(bytes)
        let found = [("code", code), ("token", token), ("password", password)].filter { _, secret in
            let secret = Array(secret.utf8)
            let size = min(8, secret.count)
            return (0...(secret.count - size)).contains { start in
                Self.forms(of: Array(secret[start..<(start + size)])).contains { haystack.range(of: $0) != nil }
            }
        }
        return Set(found.map(\.0))
    }

    private static func forms(of part: [UInt8]) -> [Data] {
        let digits = part.map { String(format: "%02x", $0) }
        return [
            Data(part), Data(digits.joined().utf8), Data(digits.joined(separator: " ").utf8),
            Data(digits.reversed().joined().utf8), Data("\(part)".dropFirst().dropLast().utf8),
        ]
    }
}
