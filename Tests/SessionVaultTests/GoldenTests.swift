import Foundation
import Sealing
import Testing

@testable import SessionVault

/// Vaults and backups of every released format, which have to open for ever.
///
/// `GOLDEN=write` in the environment makes those of the present format anew, and the fuzzers' first inputs with them.
@Suite("Golden vaults")
struct GoldenTests {
    private static let folder = "\(#filePath)".split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/Golden"
    private static let isWriting = ProcessInfo.processInfo.environment["GOLDEN"] == "write"

    private enum Way: String, CaseIterable {
        case passphrase, auditor
        case keyFile = "key-file"
        case recoveryCode = "recovery-code"
    }

    private let place: VaultFolder

    init() throws { place = try VaultFolder() }

    /// Copies a file to where a vault may be opened.
    private func copy(_ name: String) throws -> String {
        let path = place.file(name)
        try FileManager.default.copyItem(atPath: "\(Self.folder)/\(name)", toPath: path)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        return path
    }

    private func source(_ way: Way) throws -> KeySource {
        switch way {
        case .passphrase: .passphrase(SecretBytes(utf8: "golden passphrase"))
        case .auditor: .passphrase(SecretBytes(utf8: "golden auditor"))
        case .keyFile: .keyFile(path: try copy("key"))
        case .recoveryCode:
            .recoveryCode(
                SecretBytes(utf8: try String(contentsOfFile: "\(Self.folder)/recovery-code", encoding: .utf8)))
        }
    }

    private static let secrets = [
        ("empty", Data()), ("binary", Data([0, 10, 255, 0])), ("large", Data(repeating: 7, count: 5_000)),
        ("café", Data("née".utf8)), ("api-key", Data("q7RfZk2mWx9TbN4sYcVd8LpHjG3u".utf8)),
    ]

    @Test("V02, V21: a vault of format 1 opens with each of its ways in, and holds what it held")
    func opens() throws {
        for way in [Way.passphrase, .keyFile, .recoveryCode] {
            let vault = try Vault.open(at: copy("format-1.vault"), unlockingWith: source(way))
            try expectContents(of: vault)
            try FileManager.default.removeItem(atPath: vault.path)
            if way == .keyFile { try FileManager.default.removeItem(atPath: place.file("key")) }
        }
    }

    @Test("V21: an auditor's slot of format 1 opens metadata and finds what to look for")
    func audits() throws {
        let audit = try Vault.open(at: copy("format-1.vault"), unlockingWith: source(.auditor))
        #expect(audit.isAuditOnly)
        let report = try audit.inspect()
        #expect(report.sessions.count == 2 && report.damagedRecords.isEmpty && report.journal.breaks.isEmpty)
        #expect(try audit.auditEntries().entries.contains { !$0.fingerprint.isEmpty })
    }

    @Test("V21: a vault of format 1 that is written to stays whole, and finishes its rotation")
    func goesOn() throws {
        let vault = try Vault.open(at: copy("format-1.vault"), unlockingWith: source(.passphrase))
        #expect(try vault.isRotationUnfinished())
        let done = try vault.rotate()
        #expect(done.leftCount == 0 && done.resealedCount > 0)
        try vault.signIn("44")
        try vault.remove(VaultFolder.account("44"))
        try expectContents(of: vault)
    }

    @Test("V21: a backup of format 1 is restored")
    func restores() throws {
        let vault = try Vault.restore(
            from: copy("format-1.backup"), to: place.path, unlockingWith: source(.recoveryCode))
        try expectContents(of: vault)
        #expect(try vault.journal().entries.last?.event?.kind == .restored)
    }

    private func expectContents(of vault: Vault) throws {
        let found = try vault.verify()
        #expect(found.isIntact && found.quarantinedCount == 1)
        #expect(try vault.sessions().map(\.account.subject).sorted() == ["42", "josé@example.com"])
        let session = try #require(try vault.restore(VaultFolder.account("42")))
        #expect(try session.readAll() == ["token-of-42-second", #"{"id":"42"}"#, "device-of-42", "push-of-42"])
        let tokens = try session.readTokens()
        #expect(tokens.refreshText == "refresh-of-42-second")
        #expect(
            tokens.expiry == .at(UnixTime(milliseconds: 1_893_456_000_000)) && tokens.scopes == ["orders", "größe"])
        #expect(session.branch == .cellphoneCode && session.policy == .roles([.driver]))
        let other = try #require(try vault.restore(VaultFolder.account("josé@example.com", realm: "example/two")))
        #expect(try other.readTokens().access.text == "token-of-another-account" && other.policy == .open)
        for (name, value) in Self.secrets {
            let found = try vault.secrets.value(for: SecretName(service: "golden", account: name))
            #expect(found.map { $0.bytes } == "\(Array(value))", "\(name)")
        }
        let kinds = try vault.journal().entries.compactMap { $0.event?.kind.description }
        #expect(
            kinds.starts(with: [
                "created", "slot-added", "slot-added", "slot-added", "admitted", "refreshed", "refused", "admitted",
                "repaired", "rotated",
            ]))
    }

    @Test("Makes the golden vault of the present format", .enabled(if: isWriting, "GOLDEN is not set to write"))
    func write() throws {
        try? FileManager.default.removeItem(atPath: Self.folder)
        try FileManager.default.createDirectory(atPath: Self.folder, withIntermediateDirectories: true)
        try KeyFile.create(at: "\(Self.folder)/key")
        let code = RecoveryCode.make()
        try Data(code.text.utf8).write(to: URL(filePath: "\(Self.folder)/recovery-code"))
        let vault = try Vault.create(at: place.path, unlockingWith: source(.passphrase), cost: .weakest)
        try vault.addSlot(for: .keyFile(path: "\(Self.folder)/key"))
        try vault.addSlot(for: .recoveryCode(code))
        try vault.addAuditorSlot(for: source(.auditor), cost: .weakest)
        try fill(vault)
        try vault.backUp(to: "\(Self.folder)/format-1.backup")
        vault.store.purge()
        try FileManager.default.copyItem(atPath: place.path, toPath: "\(Self.folder)/format-1.vault")
        try writeCorpora(vault)
    }

    private func fill(_ vault: Vault) throws {
        let answer = try VaultFolder.answer("42")
        let admission = try VaultFolder.gate.admit(answer, in: vault.beginAttempt(via: .cellphoneCode))
        let session = try vault.admit(admission, storing: answer)
        let tokens = try TokenSet(
            access: SecretBytes(utf8: "token-of-42-second"), refresh: SecretBytes(utf8: "refresh-of-42-second"),
            expiry: .at(UnixTime(milliseconds: 1_893_456_000_000)), scopes: ["orders", "größe"])
        try session.replaceTokens(with: tokens)
        _ = try? VaultFolder.gate.admit(VaultFolder.profile("7", role: nil), in: vault.beginAttempt(via: .google))
            .policy
        let open = try VaultFolder.answer(
            "josé@example.com", realm: "example/two", role: nil, token: "token-of-another-account", hasExtras: false)
        _ = try vault.admit(RoleGate.open.admit(open, in: vault.beginAttempt(via: .emailPassword)), storing: open)
        for (name, value) in Self.secrets.prefix(2) { try set(value, name, vault) }
        try set(Data("lost".utf8), "lost", vault)
        try RawDatabase.run(
            "UPDATE record SET body = zeroblob(300) WHERE id = (SELECT max(id) FROM record)", on: place.path)
        try vault.repair()
        try vault.beginEpoch()
        for (name, value) in Self.secrets.dropFirst(2) { try set(value, name, vault) }
    }

    private func set(_ value: Data, _ name: String, _ vault: Vault) throws {
        let bytes = Array(value).withRawSpan { SecretBytes(copying: $0) }
        try vault.secrets.set(bytes, for: SecretName(service: "golden", account: name))
    }

    private func writeCorpora(_ vault: Vault) throws {
        let corpus = Self.folder + "/../../../Fuzz/Corpus"
        func write(_ bytes: [UInt8], _ target: String, _ name: String) throws {
            try FileManager.default.createDirectory(atPath: "\(corpus)/\(target)", withIntermediateDirectories: true)
            try Data(bytes).write(to: URL(filePath: "\(corpus)/\(target)/\(name)"))
        }
        try vault.store.snapshot { (store) throws(VaultError) in
            do {
                for slot in try store.slots() { try write(slot.bytes, "FuzzSlot", "slot-\(slot.number)") }
                let seal = RecordSeal(keys: try vault.unlockedKeys())
                try store.forEachRecord { record in
                    guard let metadata = try? seal.metadata(of: record), metadata.kind != .secret else { return }
                    try? write(
                        [0] + metadata.encoded().withExposedBytes { [UInt8](copying: $0) }, "FuzzRecord",
                        "metadata-\(metadata.kind)")
                }
                try store.forEachEvent { event in
                    guard let opened = JournalSeal(keys: seal.keys.audit).open(event) else { return }
                    try? write(
                        [6] + opened.event.encoded(after: opened.previous), "FuzzRecord", "event-\(opened.event.kind)")
                }
                try write(BackupMessage.epoch(store.epochs()[0]).encoded, "FuzzBackup", "epoch")
            } catch { throw VaultError(.inputOutput) }
        }
        let tokens = try TokenSet(access: SecretBytes(utf8: "a"), refresh: SecretBytes(utf8: "r"), scopes: ["s"])
        try write([1] + tokens.encoded().withExposedBytes { [UInt8](copying: $0) }, "FuzzRecord", "tokens")
        let backup = try Data(contentsOf: URL(filePath: "\(Self.folder)/format-1.backup"))
        try write(Array(backup.prefix(1_500)), "FuzzBackup", "backup")
        try write(BackupMessage.start(created: 1, sequence: 2).encoded, "FuzzBackup", "start")
        try write(BackupMessage.end(count: 3).encoded, "FuzzBackup", "end")
        try write(Array("0O1Ll-abcdef".utf8), "FuzzRecoveryCode", "typed")
        try write(RecoveryCode.make().withExposedBytes { [UInt8](copying: $0) }, "FuzzRecoveryCode", "whole")
    }
}

extension SecretBytes {
    /// The bytes as a list, for comparing made-up values.
    fileprivate var bytes: String { withExposedBytes { "\([UInt8](copying: $0))" } }
}
