import Foundation
import Sealing
import SessionVault
import Testing

@testable import LeakAudit

/// A log that `Tests/Tools/realistic_log.py` wrote, and where it has put which secret.
struct RealisticLog {
    struct Planted: Decodable {
        let start: Int
        let end: Int
        let secret: Int
        let form: String
        let encoding: String
        let extent: String
    }

    let path: String
    let planted: [Planted]

    /// - Parameter secrets: What is planted, each in every form once; without any the log is clean.
    init(in folder: String, named name: String, seed: Int, bytes: Int, planting secrets: [String] = []) throws {
        path = "\(folder)/\(name)"
        let tool = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Tools/realistic_log.py").path()
        var arguments = [tool, "--seed", "\(seed)", "--bytes", "\(bytes)", "--strangers", "--output", path]
        if secrets.isEmpty {
            planted = []
            _ = try Tool.run("python3", arguments)
            return
        }
        try Data(secrets.joined(separator: "\n").utf8).write(to: URL(filePath: path + ".secrets"))
        arguments += ["--plant", path + ".secrets", "--truth", path + ".truth"]
        _ = try Tool.run("python3", arguments)
        planted = try String(contentsOfFile: path + ".truth", encoding: .utf8).split(separator: "\n")
            .map { try JSONDecoder().decode(Planted.self, from: Data($0.utf8)) }
    }

    /// Values of 60 to 90 bytes that encodings treat differently, with ends of 24 bytes that tell enough by themselves.
    static func secrets(_ count: Int, seed: UInt64) -> [String] {
        var random = SplitTests.Seeded(state: seed)
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzGHIJKLMNOPQRSTUVWXYZ0123456789")
        let all = letters + Array("+/=\"\\&<~_-.:")
        func text(_ length: Int, of letters: [Character]) -> String {
            String((0..<length).map { _ in letters.randomElement(using: &random) ?? "x" })
        }
        return (0..<count).map { _ in
            let middle = text(Int.random(in: 8...34, using: &random), of: all)
            let beyond = ["é", "码", "🔑", "\"", ""].randomElement(using: &random) ?? ""
            return text(26, of: letters) + middle + beyond + text(26, of: letters)
        }
    }
}

@Suite("Logs as servers write them") struct RealisticLogTests {
    /// Bytes of each of the two sorts of log.
    private static let size =
        (ProcessInfo.processInfo.environment["SESSIONVAULT_AUDIT_MIB"].flatMap { Int($0) } ?? 8) << 20
    private static let files = 4

    private let fixture: AuditFixture
    private let secrets: [String]
    private let seed = UInt64.random(in: 0...9_999)

    init() throws {
        fixture = try AuditFixture()
        secrets = RealisticLog.secrets(min(1_000, Self.size >> 16), seed: seed)
        let named = secrets.enumerated().map { number, value in
            NamedSecret(SecretName(service: "realistic", account: "\(number)"), SecretBytes(utf8: value))
        }
        _ = try fixture.vault.secrets.storeAll(named, replacing: false)
    }

    private func logs(planting: Bool) throws -> [RealisticLog] {
        let share = (secrets.count + Self.files - 1) / Self.files
        return try (0..<Self.files).map { number in
            let own = secrets[min(number * share, secrets.count)..<min((number + 1) * share, secrets.count)]
            return try RealisticLog(
                in: fixture.folder, named: "\(number).log", seed: Int(seed) + number, bytes: Self.size / Self.files,
                planting: planting ? Array(own) : [])
        }
    }

    @Test("L04, L14: logs full of other tokens, ids, base64 and escapes are clean") func findsNothing() throws {
        let logs = try logs(planting: false)
        let report = try fixture.audit().scan(logs.map(\.path))
        #expect(report.verdict == .clean && report.searchedValues == secrets.count, "seed \(seed)")
        #expect(report.searchedBytes >= Self.size)
    }

    @Test("L01, L02, L04, L12: among all that, each secret is found in every form, with its place, encoding and name")
    func findsAll() throws {
        let logs = try logs(planting: true)
        let audit = try fixture.audit()
        let names = try fixture.log(secrets.joined(separator: "\n"))
        let numbers = audit.scan([names]).findings.reduce(into: [:]) { $0[$1.account] = $1.line - 1 }
        #expect(numbers.count == secrets.count)
        let found = Dictionary(grouping: audit.scan(logs.map(\.path)).findings, by: \.file)
        for (file, log) in logs.enumerated() {
            let first = file * ((secrets.count + Self.files - 1) / Self.files)
            let expected = log.planted.map {
                "\($0.start)..<\($0.end) \($0.extent) \($0.encoding) of \(first + $0.secret)"
            }
            let places = found[log.path, default: []].map {
                "\($0.bytes) \($0.extent) \($0.encoding) of \(numbers[$0.account] ?? -1)"
            }
            let (missing, surplus) = (Set(expected).subtracting(places), Set(places).subtracting(expected))
            #expect(missing == [], "seed \(seed)")
            #expect(surplus == [], "seed \(seed)")
        }
    }
}
