import Foundation
import SafeLogging
import Sealing
import Testing

@testable import SessionVault

@Suite("Plain secrets")
struct SecretStoreTests {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "secrets-\(UInt64.random(in: 0 ... .max))")

    func makeVault() throws -> Vault {
        try Vault.create(
            at: folder.path + "/test.vault", unlockingWith: .passphrase(SecretBytes(utf8: "correct horse")),
            cost: .weakest)
    }

    func bytes(_ secret: consuming SecretBytes?) -> [UInt8]? {
        switch consume secret {
        case .some(let secret): secret.withExposedBytes { [UInt8](copying: $0) }
        case .none: nil
        }
    }

    @Test(
        "V11: a value comes back byte for byte, whatever its bytes and size",
        arguments: [
            [], [0], [0x0A], Array("line one\nline two\0tail".utf8), [UInt8](repeating: 0x80, count: 255),
            [UInt8](repeating: 0, count: 4_096), (0..<1_048_576).map { UInt8(truncatingIfNeeded: $0 &* 31) },
        ] as [[UInt8]])
    func roundTrip(value: [UInt8]) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let vault = try makeVault()
        let name = SecretName(service: "example", account: "me")
        try vault.secrets.set(value.withRawSpan { SecretBytes(copying: $0) }, for: name)
        #expect(bytes(try vault.secrets.value(for: name)) == value)
    }

    @Test("V11: a value over 1 MiB is refused by name and the older one stays")
    func tooLarge() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let vault = try makeVault()
        let name = SecretName(service: "example")
        try vault.secrets.set(SecretBytes(utf8: "older"), for: name)
        #expect(throws: VaultError(.tooLarge)) {
            try vault.secrets.set(SecretBytes.random(count: 1_048_577), for: name)
        }
        #expect(bytes(try vault.secrets.value(for: name)) == Array("older".utf8))
    }

    @Test("V08: names are data, and canonically equivalent names are one name")
    func names() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let vault = try makeVault()
        let names = [
            "../../etc/passwd", "a/b", "nul\0in it", "", "caf\u{E9}", "a", String(repeating: "x", count: 1_024),
        ]
        for name in names {
            try vault.secrets.set(SecretBytes(utf8: "value of \(name)"), for: SecretName(service: name))
        }
        for name in names {
            #expect(bytes(try vault.secrets.value(for: SecretName(service: name))) == Array("value of \(name)".utf8))
        }
        let decomposed = SecretName(service: "cafe\u{301}")
        #expect(bytes(try vault.secrets.value(for: decomposed)) == Array("value of caf\u{E9}".utf8))
        #expect(try vault.secrets.names().count == names.count)
        #expect(throws: VaultError(.tooLarge)) {
            try vault.secrets.set(
                SecretBytes(utf8: "v"), for: SecretName(service: String(repeating: "x", count: 1_025)))
        }
    }

    @Test("Service and account are told apart, also where their concatenation is the same")
    func separation() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let vault = try makeVault()
        try vault.secrets.set(SecretBytes(utf8: "1"), for: SecretName(service: "ab", account: "c"))
        try vault.secrets.set(SecretBytes(utf8: "2"), for: SecretName(service: "a", account: "bc"))
        #expect(bytes(try vault.secrets.value(for: SecretName(service: "ab", account: "c"))) == Array("1".utf8))
        #expect(try vault.secrets.names(of: "ab").map(\.account) == ["c"])
    }

    @Test("Removal removes one, a service's, or all, and never a session")
    func removal() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let vault = try makeVault()
        for (service, account) in [("a", "1"), ("a", "2"), ("b", "1"), ("b", "2")] {
            try vault.secrets.set(SecretBytes(utf8: "value"), for: SecretName(service: service, account: account))
        }
        #expect(try vault.secrets.remove(SecretName(service: "a", account: "1")))
        #expect(try !vault.secrets.remove(SecretName(service: "a", account: "1")))
        try vault.secrets.removeAll(of: "b")
        #expect(try vault.secrets.names().map(\.account) == ["2"])
        try vault.secrets.removeAll()
        #expect(try vault.secrets.names().isEmpty)
        #expect(try vault.sessions().isEmpty)
    }

    @Test("A leak audit finds the value in use and the eight that it replaced last, each once")
    func retiredValues() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let vault = try makeVault()
        let values = (0..<10).map { "made-up-secret-\($0)-Zk3v9QpL7xWmT2rYb8Nc5HdJ" }
        for value in values + [values[5], values[9], values[9]] {
            try vault.secrets.set(SecretBytes(utf8: value), for: SecretName(service: "s"))
        }
        let entries = try vault.auditEntries().entries
        let keys = try vault.auditKeys()
        let known = [9, 5, 8, 7, 6, 4, 3, 2, 1].map { number in
            Array(values[number].utf8).withRawSpan { SecretFingerprint(of: $0, key: keys.fingerprint)?.encode() }
        }
        #expect(entries.filter { $0.retired == nil }.count == 1 && entries.first?.retired == nil)
        #expect(entries.map(\.fingerprint) == known)
    }
}
