import Foundation
import Sealing
import SessionVault

@testable import LeakAudit

/// A vault with made-up values, and a folder for logs.
final class AuditFixture: Sendable {
    let folder: String
    let vault: Vault

    init() throws {
        folder = FileManager.default.temporaryDirectory.path() + "leak-audit-\(UInt64.random(in: 0 ... .max))"
        vault = try Vault.create(
            at: folder + "/v/a.vault", unlockingWith: .passphrase(SecretBytes(utf8: "a pass phrase")), cost: .weakest)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// A vault that holds one value of each kind.
    static func withEachKind() throws -> AuditFixture {
        let fixture = try AuditFixture()
        try fixture.signIn("1", SampleValues())
        return fixture
    }

    @discardableResult
    func signIn(_ subject: String, _ values: SampleValues) throws -> AdmittedSession {
        let account = try AccountID(realm: "https://example.test", subject: subject)
        let attempt = vault.beginAttempt(via: .emailPassword)
        let answer = SignInAnswer(
            profile: AccountAnswer(
                account: account, role: .driver, isEnabled: true, user: UserRecord(json: SecretBytes(utf8: "{}"))),
            tokens: try values.tokens(), deviceCode: DeviceCode(code: SecretBytes(utf8: values.deviceCode)),
            notification: NotificationIdentity(token: SecretBytes(utf8: values.pushToken), app: "app"))
        return try vault.admit(try RoleGate(admitting: [.driver]).admit(answer, in: attempt), storing: answer)
    }

    func log(_ bytes: [UInt8], _ name: String = "a.log") throws -> String {
        let path = folder + "/" + name
        try Data(bytes).write(to: URL(filePath: path))
        return path
    }

    func log(_ text: String) throws -> String { try log(Array(text.utf8)) }

    func gzip(_ bytes: [UInt8], _ name: String = "a.log.gz") throws -> String {
        try log(try Tool.run("gzip", ["-c", try log(bytes, name + ".plain")]), name)
    }

    /// Packs a file without holding it in memory.
    func packInPlace(_ path: String) throws -> String {
        _ = try Tool.run("gzip", ["-1", path])
        return path + ".gz"
    }

    func audit(chunkSize: Int = 1_048_576) throws -> LeakAudit { try LeakAudit(of: vault, chunkSize: chunkSize) }

    func scan(_ files: String..., chunkSize: Int = 1_048_576) throws -> LeakReport {
        try audit(chunkSize: chunkSize).scan(files)
    }
}

/// Made-up values with bytes that encodings treat differently.
struct SampleValues: Sendable {
    var accessToken = "q7Zt+1xVbR/93mKpLw0eYhGd84NcUaSf=="
    var refreshToken = "rT~5nB8v\"Kq2\\wX0/zP6&yH3<mJ9>fD1'gL4"
    var deviceCode = "dvc5Rt/码-ñ7Yb2Wc9Xd4Ze1-Grüße+end"
    var pushToken = "fN3kQ:APA91bH_vRz-8sTqLmXwYpEoIuCjDg5h6"

    var all: [(AuditedValue, String)] {
        [
            (.accessToken, accessToken), (.refreshToken, refreshToken), (.deviceCode, deviceCode),
            (.pushToken, pushToken),
        ]
    }

    func tokens() throws -> TokenSet {
        try TokenSet(access: SecretBytes(utf8: accessToken), refresh: SecretBytes(utf8: refreshToken))
    }
}

enum Tool {
    struct Failure: Error {}

    static func isThere(_ name: String) -> Bool {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
    }

    static func run(_ name: String, _ arguments: [String]) throws -> [UInt8] {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [name] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure() }
        return [UInt8](bytes)
    }
}

/// Where a text of `length` bytes may begin so that it lies across, or beside, the end of the first buffer or the beginning of
/// the second.
func offsetsAroundBuffers(of length: Int, chunkSize: Int, longest: Int, findsShapes: Bool = false) -> [Int] {
    let overlap = WindowSearch.overlap(longest: longest, findsShapes: findsShapes)
    let (end, start) = (chunkSize + 2 * overlap, chunkSize + overlap)
    return Array((start - length - 4)..<(start + 4)) + Array((end - length - 4)..<(end + 4))
}
