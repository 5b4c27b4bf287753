import Foundation
import SafeLogging
import Sealing
import TestSupport
import Testing

@testable import SessionVault

/// A reader and a writer in Python, made from FORMAT.md alone, on libsodium and SQLite.
@Suite("FORMAT.md")
struct InteropTests {
    let place: VaultFolder

    init() throws { place = try VaultFolder() }

    private func run(_ script: String, _ arguments: String...) throws -> Data {
        try InteropScript.run(script, arguments)
    }

    private func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: URL(filePath: place.file(name)))
        return place.file(name)
    }

    /// What the reader prints; values are base64.
    struct Found: Decodable {
        struct Record: Decodable {
            struct Body: Decodable {
                let access, refresh, value: Data?
                let expiry: Int64?
                let scopes: [String]?
                let app: String?
            }

            let kind: UInt8
            let realm, subject, tag: String
            let epoch: UInt32
            let expiry: Int64?
            let branch: UInt8?
            let open: Bool?
            let roles: [String]?
            let fingerprints: Int
            let body: Body?
        }

        let scope: String
        let slots: Int
        let epochs: [UInt32]
        let sequence: UInt64?
        let tags: [String]?
        let records: [Record]
    }

    private func read(_ source: String, _ file: String) throws -> Found {
        try JSONDecoder().decode(Found.self, from: try run("vault_reader.py", place.path, source, file))
    }

    /// A vault with every kind of record, slot and epoch.
    private func makeFullVault(code: borrowing SecretBytes) throws {
        let vault = try Vault.create(at: place.path, unlockingWith: place.passphrase, cost: .weakest)
        try vault.addSlot(for: place.source)
        try vault.addSlot(for: .recoveryCode(code.copy()), cost: .weakest)
        try vault.addAuditorSlot(for: .passphrase(SecretBytes(utf8: "auditor")), cost: .weakest)
        let answer = SignInAnswer(
            profile: try VaultFolder.profile("jose\u{301}"),
            tokens: try TokenSet(
                access: SecretBytes(utf8: "eyJhbGciOiJub25lIn0.eyJzdWIiOiI0MiJ9.c2lnbmF0dXJlLXRoYXQtaXMtbG9uZw"),
                refresh: SecretBytes(utf8: "0123456789-refresh-of-the-vault"),
                expiry: .at(UnixTime(milliseconds: 1_234_567_890_123)),
                scopes: ["größe"]),
            deviceCode: DeviceCode(code: SecretBytes(utf8: "short")),
            notification: NotificationIdentity(token: SecretBytes(utf8: "push/token/0123456789/wxyz"), app: "größe"))
        let session = try vault.admit(
            try VaultFolder.gate.admit(answer, in: vault.beginAttempt(via: .apple)), storing: answer)
        for size in [0, 250, 4_092, 100_000] {
            let value = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            try vault.secrets.set(
                value.withRawSpan { SecretBytes(copying: $0) }, for: SecretName(service: "s", account: "\(size)"))
        }
        try vault.beginEpoch()
        try session.replaceTokens(with: TokenSet(access: SecretBytes(utf8: "second/access/token/of/it")))
        #expect(try vault.verify().isIntact)
    }

    @Test(
        "A reader made from FORMAT.md opens a vault by each of its slots, and finds all that was written",
        .enabled(if: InteropScript.isAvailable))
    func pythonReads() throws {
        let code = RecoveryCode.make()
        try makeFullVault(code: code)
        let tag = try place.open().unlockedKeys().tag(of: VaultFolder.account("josé")).description
        let tags = try place.open().correlationKey().tags(of: Device(correlationText: "größe"))
        for (source, file) in [
            ("passphrase", try write("correct horse battery", to: "passphrase")), ("key-file", VaultFolder.keyFile),
            ("recovery-code", try write(code.text.lowercased(), to: "code")),
        ] {
            let found = try read(source, file)
            #expect(found.scope == "owner" && found.slots == 4 && found.epochs == [0, 1, 2])
            #expect(found.sequence == 11)
            #expect(found.tags == tags)
            #expect(found.records.map(\.kind) == [1, 2, 3, 4, 5, 5, 5, 5])
            #expect(found.records.map(\.epoch) == [2, 1, 1, 1, 1, 1, 1, 1])
            let token = try #require(found.records.first)
            #expect(token.realm == "example/one" && token.subject.utf8.elementsEqual("jos\u{E9}".utf8))
            #expect(token.tag == tag && token.branch == 7 && token.open == false && token.roles == ["driver"])
            #expect(token.body?.access == Data("second/access/token/of/it".utf8) && token.body?.refresh == nil)
            #expect(token.expiry == nil && token.fingerprints == 3)
            #expect(found.records.map(\.fingerprints).dropFirst() == [0, 0, 1, 0, 1, 1, 0])
            #expect(found.records[1].body?.value == Data(#"{"id":"\#("jose\u{301}")"}"#.utf8))
            #expect(found.records[2].body?.value == Data("short".utf8))
            #expect(found.records[3].body?.app == "größe")
            #expect(found.records.dropFirst(4).map { $0.body?.value?.count } == [0, 250, 4_092, 100_000])
        }
    }

    @Test("The reader finds what is kept for a logout", .enabled(if: InteropScript.isAvailable))
    func pythonReadsLogout() throws {
        let vault = try Vault.create(at: place.path, unlockingWith: place.passphrase, cost: .weakest)
        let session = try vault.signIn("42")
        let tokens = try session.readTokens()
        try session.end(access: tokens.access, refresh: nil)
        let found = try read("passphrase", try write("correct horse battery", to: "passphrase"))
        #expect(found.records.map(\.kind) == [6])
        let access = exposed(tokens.access)
        #expect(found.records.first?.body?.access == Data(access))
        #expect(try vault.verify().isIntact)
    }

    @Test("By an auditor's slot the reader sees metadata and no body", .enabled(if: InteropScript.isAvailable))
    func pythonAudits() throws {
        try makeFullVault(code: RecoveryCode.make())
        let found = try read("passphrase", try write("auditor", to: "passphrase"))
        #expect(found.scope == "auditor" && found.records.count == 8 && found.tags == nil)
        #expect(found.records.allSatisfy { $0.body == nil })
    }

    @Test(
        "The reader refuses what was altered", .enabled(if: InteropScript.isAvailable),
        arguments: [
            "UPDATE header SET created = created + 1", "DELETE FROM record WHERE id = 2",
            "UPDATE record SET version = version - 1 WHERE id = 2", "UPDATE manifest SET sealed = zeroblob(88)",
            "DELETE FROM epoch WHERE number = 1", "CREATE TABLE extra (x)",
            "UPDATE slot SET bytes = CAST(substr(bytes, 1, 181) || x'00' AS BLOB)",
        ])
    func pythonRefuses(statement: String) throws {
        try place.create(signingIn: ["42"])
        try RawDatabase.run(statement, on: place.path)
        #expect(throws: (any Error).self) { _ = try read("key-file", VaultFolder.keyFile) }
    }

    @Test(
        "A vault that a writer made from FORMAT.md opens here, whole, and is written to and rotated",
        .enabled(if: InteropScript.isAvailable))
    func pythonWrites() throws {
        let auditor = place.file("auditor")
        try KeyFile.create(at: auditor)
        _ = try run("vault_writer.py", place.path, try write("from python", to: "passphrase"), auditor)
        let vault = try Vault.open(at: place.path, unlockingWith: .passphrase(SecretBytes(utf8: "from python")))
        #expect(try vault.verify().isIntact)
        let session = try #require(try vault.restore(VaultFolder.account("42")))
        #expect(session.branch == .emailCode && session.policy == .roles([.customer, .driver]))
        #expect(
            try session.readAll() == [
                "python-token-number-2", #"{"id":"42"}"#, "python-device-of-42", "python-push-of-42",
            ])
        let other = try #require(try vault.restore(VaultFolder.account("jose\u{301}@example.com")))
        #expect(other.policy == .open)
        let tokens = try other.readTokens()
        #expect(
            tokens.expiry == .at(UnixTime(milliseconds: 1_893_456_000_000)) && tokens.scopes == ["orders", "größe"])
        for size in [0, 5, 4_091, 5_000] {
            let value = try vault.secrets.value(for: SecretName(service: "python", account: "\(size)"))
            #expect(value.map { "\($0.count)" } == "\(size)")
        }
        let waiting = try #require(try vault.pendingLogouts(realm: "example/one").first)
        let logout = try vault.pendingLogout(waiting)
        let left = logout.map { logout in String(decoding: exposed(logout.access), as: UTF8.self) }
        #expect(waiting.account.subject == "left" && waiting.branch == .deviceGrant)
        #expect(left == "python-token-that-was-left-behind")
        #expect(try vault.isRotationUnfinished())
        #expect(try vault.rotate().leftCount == 0)
        try vault.signIn("43")
        #expect(try vault.verify().isIntact)
        let audit = try Vault.open(at: place.path, unlockingWith: .keyFile(path: auditor))
        #expect(audit.isAuditOnly)
        let entries = try audit.auditEntries()
        #expect(entries.unreadableRecords == 0 && entries.entries.contains { !$0.fingerprint.isEmpty })
    }
}
