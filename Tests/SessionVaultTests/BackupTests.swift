import Foundation
import Sealing
import Testing

@testable import SessionVault

@Suite("Backup and restore")
struct BackupTests {
    let place: VaultFolder
    let backup: String
    let target: String

    init() throws {
        place = try VaultFolder()
        backup = place.file("vault.backup")
        target = place.file("restored.vault")
    }

    private func restore(_ path: String? = nil) throws -> Vault {
        try Vault.restore(from: path ?? backup, to: target, unlockingWith: place.source)
    }

    private func code(_ bytes: Data) -> VaultError.Code? {
        let path = place.file("altered.backup")
        try? bytes.write(to: URL(filePath: path))
        defer { for file in [path, target] { try? FileManager.default.removeItem(atPath: file) } }
        do {
            _ = try restore(path)
            return nil
        } catch { return (error as? VaultError)?.code }
    }

    @Test("V07: everything comes back: sessions, secrets, both epochs, quarantine, journal and every way in")
    func everything() throws {
        try place.create(signingIn: ["42", "43"])
        try RawDatabase.run("UPDATE record SET body = zeroblob(300) WHERE id = 8", on: place.path)
        let vault = try place.open()
        try vault.repair()
        try vault.addSlot(for: place.passphrase, cost: .weakest)
        try vault.beginEpoch()
        try vault.secrets.set(SecretBytes.random(count: 1_048_576), for: SecretName(service: "large"))
        try vault.secrets.set(SecretBytes(zeroed: 0), for: SecretName(service: "empty"))
        try vault.backUp(to: backup)
        let restored = try restore()
        #expect(try restored.vaultID == vault.vaultID && restored.verify().isIntact)
        #expect(try restored.inspect().records.map(\.name) == vault.inspect().records.map(\.name))
        #expect(
            try restored.restore(VaultFolder.account("42"))?.readAll()
                == vault.restore(VaultFolder.account("42"))?.readAll())
        let name = SecretName(service: "large")
        #expect(try restored.secrets.value(for: name).map { $0.text } == vault.secrets.value(for: name).map { $0.text })
        #expect(try restored.verify().quarantinedCount == 1)
        let journal = try restored.journal().entries.compactMap(\.event)
        #expect(
            try journal.dropLast() == vault.journal().entries.compactMap(\.event)[...]
                && journal.last?.kind == .restored)
        #expect(try restored.isRotationUnfinished())
        _ = try Vault.open(at: target, unlockingWith: place.passphrase)
        try restored.signIn("44")
        #expect(try restored.verify().isIntact)
    }

    @Test("A backup has mode 0600, is never made over anything, and leaves nothing else behind")
    func file() throws {
        try place.create(signingIn: ["42"])
        let old = umask(0)
        defer { umask(old) }
        try place.open().backUp(to: backup)
        #expect(try FileManager.default.attributesOfItem(atPath: backup)[.posixPermissions] as? Int == 0o600)
        #expect(throws: VaultError(.alreadyExists)) { try place.open().backUp(to: backup) }
        #expect(throws: VaultError(.alreadyExists)) {
            _ = try Vault.restore(from: backup, to: place.path, unlockingWith: place.source)
        }
        #expect(throws: VaultError(.absent)) { _ = try restore(place.file("none")) }
        let files = try FileManager.default.contentsOfDirectory(atPath: place.root)
        #expect(files.allSatisfy { !$0.contains(".new-") })
    }

    @Test("A stream that is cut at any byte restores nothing")
    func cut() throws {
        try place.create(signingIn: ["42"])
        try place.open().backUp(to: backup)
        let bytes = try Data(contentsOf: URL(filePath: backup))
        for size in stride(from: 0, to: bytes.count, by: 13) {
            let found = code(bytes.prefix(size))
            #expect([.truncated, .notABackup].contains(found), "cut at \(size)")
        }
        #expect(code(bytes + [0]) == .tampered)
        #expect(code(bytes) == nil)
        #expect(!FileManager.default.fileExists(atPath: target))
    }

    @Test("A stream with any altered byte restores nothing")
    func altered() throws {
        try place.create(signingIn: ["42"])
        try place.open().backUp(to: backup)
        let bytes = try Data(contentsOf: URL(filePath: backup))
        for offset in stride(from: 0, to: bytes.count, by: 11) {
            var changed = bytes
            changed[offset] ^= 0x10
            #expect(code(changed) != nil, "altered at \(offset)")
        }
    }

    @Test("Messages that are exchanged, repeated, left out or of another backup restore nothing")
    func reordered() throws {
        try place.create(signingIn: ["42"])
        try place.open().backUp(to: backup)
        let bytes = try Data(contentsOf: URL(filePath: backup))
        let frames = Self.frames(bytes)
        let head = bytes.prefix(frames[0].lowerBound)
        func joined(_ order: [Int]) -> Data { order.reduce(head) { $0 + bytes[frames[$1]] } }
        let order = Array(frames.indices)
        #expect(joined(order) == bytes && frames.count > 5)
        #expect(code(joined([0, 2, 1] + order.dropFirst(3))) == .tampered)
        #expect(code(joined([0, 1, 1] + order.dropFirst(2))) == .tampered)
        #expect(code(joined([0] + order.dropFirst(2))) == .tampered)
        #expect(code(joined(Array(order.dropLast()))) == .truncated)
        let second = place.file("second.backup")
        try place.open().backUp(to: second)
        let other = try Data(contentsOf: URL(filePath: second))
        #expect(code(head + other[frames[0].lowerBound...]) == .tampered)
    }

    /// The messages with the lengths before them; they begin after the preamble.
    private static func frames(_ bytes: Data) -> [Range<Int>] {
        var frames: [Range<Int>] = []
        var offset = 8 + 4 + 16 + 4 + (4 + KeySlot.size) + 16 + 24
        while offset < bytes.count {
            let size = (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
            frames.append(offset..<offset + 4 + size)
            offset += 4 + size
        }
        return frames
    }

    @Test("V07: another key, an auditor's key and another file are told apart")
    func keys() throws {
        try place.create(signingIn: ["42"])
        try place.open().addAuditorSlot(for: place.passphrase, cost: .weakest)
        try place.open().backUp(to: backup)
        #expect(throws: VaultError(.auditOnly)) {
            _ = try Vault.restore(from: backup, to: target, unlockingWith: place.passphrase)
        }
        let other = place.file("key")
        try KeyFile.create(at: other)
        #expect(throws: VaultError(.wrongKey)) {
            _ = try Vault.restore(from: backup, to: target, unlockingWith: .keyFile(path: other))
        }
        #expect(throws: VaultError(.notABackup)) { _ = try restore(place.path) }
        #expect(throws: VaultError(.auditOnly)) {
            try Vault.open(at: place.path, unlockingWith: place.passphrase).backUp(to: place.file("more"))
        }
    }

    @Test("A damaged vault is not backed up before it is repaired")
    func damaged() throws {
        try place.create(signingIn: ["42"])
        try RawDatabase.run("UPDATE record SET body = zeroblob(300) WHERE id = 2", on: place.path)
        #expect(throws: VaultError(.tampered)) { try place.open().backUp(to: backup) }
        #expect(!FileManager.default.fileExists(atPath: backup))
        let vault = try place.open()
        try vault.repair()
        try vault.backUp(to: backup)
    }

    @Test("A restored vault is older than its anchor knows, until that is accepted")
    func anchored() throws {
        let options = VaultOptions(anchor: try FileAnchor.create(at: place.file("anchor")))
        let vault = try Vault.create(at: place.path, unlockingWith: place.source, options: options)
        try vault.signIn("42")
        try vault.backUp(to: backup)
        for subject in ["43", "44"] { try vault.signIn(subject) }
        _ = try restore()
        #expect(throws: VaultError(.rolledBack)) {
            _ = try Vault.open(at: target, unlockingWith: place.source, options: options)
        }
        _ = try Vault.acceptRollback(at: target, unlockingWith: place.source, options: options)
        _ = try Vault.open(at: target, unlockingWith: place.source, options: options)
    }
}
