import Foundation
import Sealing
import Testing

@testable import SessionVault

@Suite("Rotation and key slots")
struct RotationTests {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "rotate-\(UInt64.random(in: 0 ... .max))")
    var path: String { folder.path + "/test.vault" }

    func makeVault(records: Int) throws -> Vault {
        let vault = try Vault.create(at: path, unlockingWith: passphrase("correct horse"), cost: .weakest)
        for number in 0..<records {
            try vault.secrets.set(
                SecretBytes(utf8: "value \(number)"), for: SecretName(service: "s", account: "\(number)"))
        }
        return vault
    }

    func passphrase(_ text: String) -> KeySource { .passphrase(SecretBytes(utf8: text)) }

    func holds(_ vault: Vault, _ account: String) throws -> Bool {
        let value = try vault.secrets.value(for: SecretName(service: "s", account: account))
        switch consume value {
        case .some: return true
        case .none: return false
        }
    }

    func expectAllReadable(_ vault: Vault, records: Int) throws {
        for number in 0..<records {
            let value = try vault.secrets.value(for: SecretName(service: "s", account: "\(number)"))
            switch consume value {
            case .some(let value):
                let isSame = value.equals(SecretBytes(utf8: "value \(number)"))
                #expect(isSame)
            case .none: Issue.record("record \(number) is lost")
            }
        }
        #expect(try vault.verify().isIntact)
    }

    @Test("Rotation seals every record under new keys and erases the old ones")
    func rotate() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let vault = try makeVault(records: 20)
        let oldKeys = try vault.unlockedKeys()
        #expect(try vault.rotate().leftCount == 0)
        try expectAllReadable(vault, records: 20)
        #expect(try !vault.isRotationUnfinished())
        let newKeys = try vault.unlockedKeys()
        try vault.forEachRecord { record, _ in
            #expect(oldKeys.content[record.epoch] == nil)
            #expect(!RecordSeal(keys: oldKeys).isBodyAuthentic(of: record, kind: .secret))
            #expect(RecordSeal(keys: newKeys).isBodyAuthentic(of: record, kind: .secret))
        }
        let epochs = try vault.store.read { (store) throws(VaultError) in try store.epochs().map(\.number) }
        #expect(epochs == [0, 2])
    }

    @Test("Another process goes on reading and writing during and after a rotation")
    func otherProcess() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let vault = try makeVault(records: 600)
        let other = try Vault.open(at: path, unlockingWith: passphrase("correct horse"))
        try vault.rotate { _ in
            try? other.secrets.set(SecretBytes(utf8: "value 7"), for: SecretName(service: "s", account: "7"))
        }
        try expectAllReadable(other, records: 600)
        try expectAllReadable(vault, records: 600)
    }

    @Test("A rotation that was cut off is finished by the next one, and begins no third epoch")
    func resume() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let vault = try makeVault(records: 10)
        try vault.beginEpoch()
        try vault.secrets.set(SecretBytes(utf8: "value 3"), for: SecretName(service: "s", account: "3"))
        #expect(try vault.isRotationUnfinished())
        let again = try Vault.open(at: path, unlockingWith: passphrase("correct horse"))
        try expectAllReadable(again, records: 10)
        #expect(try again.rotate().leftCount == 0)
        try expectAllReadable(again, records: 10)
        #expect(try again.unlockedKeys().current.content.epoch == 2)
    }

    @Test("A record that does not open keeps its old keys and is counted")
    func damagedRecord() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let vault = try makeVault(records: 3)
        let keys = try vault.unlockedKeys()
        let name = keys.name(of: .secret, account: try SecretName(service: "s", account: "1").identity)
        try vault.store.write { (store) throws(VaultError) in
            guard let record = try store.record(named: name) else { return }
            var body = record.body
            body[body.count - 1] ^= 1
            try store.put(
                StoredRecord(
                    name: name, epoch: record.epoch, version: record.version, metadata: record.metadata, body: body))
        }
        #expect(try vault.rotate().leftCount == 1)
        #expect(try !vault.isRotationUnfinished())
        #expect(throws: VaultError(.tampered)) {
            _ = try holds(vault, "1")
        }
        #expect(try holds(vault, "2"))
    }

    @Test("A recovery code opens the vault however it is typed, and a mistyped one is told before the vault is asked")
    func recoveryCode() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let vault = try makeVault(records: 2)
        let code = RecoveryCode.make()
        let text = code.withExposedBytes { String(decoding: [UInt8](copying: $0), as: UTF8.self) }
        #expect(text.utf8.count == 41)
        try vault.addSlot(for: .recoveryCode(code), cost: .weakest)
        for typed in [
            text, text.lowercased(), text.filter { $0 != "-" }, "  \(text.replacingOccurrences(of: "0", with: "o"))\n",
        ] {
            let opened = try Vault.open(at: path, unlockingWith: .recoveryCode(SecretBytes(utf8: typed)))
            try expectAllReadable(opened, records: 2)
        }
        var wrong = Array(text)
        wrong[3] = wrong[3] == "A" ? "B" : "A"
        for bad in [String(wrong), "", String(text.dropLast()), text + "A", "hello"] {
            #expect(throws: VaultError(.invalidArgument)) {
                try Vault.open(at: path, unlockingWith: .recoveryCode(SecretBytes(utf8: bad)))
            }
        }
        #expect(throws: VaultError(.wrongKey)) {
            try Vault.open(at: path, unlockingWith: .recoveryCode(RecoveryCode.make()))
        }
    }

    @Test("An auditor's key inspects and finds leaks, and opens, writes and adds nothing")
    func auditor() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let vault = try makeVault(records: 2)
        try vault.addAuditorSlot(for: passphrase("auditor"), cost: .weakest)
        let audit = try Vault.open(at: path, unlockingWith: passphrase("auditor"))
        #expect(audit.isAuditOnly)
        #expect(try audit.auditEntries().entries.count == 2)
        let refused = VaultError(.auditOnly)
        #expect(throws: refused) { _ = try holds(audit, "1") }
        #expect(throws: refused) { try audit.secrets.set(SecretBytes(utf8: "x"), for: SecretName(service: "s")) }
        #expect(throws: refused) { try audit.addSlot(for: passphrase("more"), cost: .weakest) }
        #expect(throws: refused) { try audit.rotate() }
    }

    @Test("A slot that takes another's place opens what that one did: an auditor's stays an auditor's")
    func changeAuditor() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let vault = try makeVault(records: 2)
        let slot = try vault.addAuditorSlot(for: passphrase("auditor"), cost: .weakest)
        let changed = try vault.replaceSlot(slot, with: passphrase("other auditor"), cost: .weakest)
        let audit = try Vault.open(at: path, unlockingWith: passphrase("other auditor"))
        #expect(audit.isAuditOnly)
        #expect(throws: VaultError(.auditOnly)) { _ = try holds(audit, "1") }
        #expect(throws: VaultError(.wrongKey)) { try Vault.open(at: path, unlockingWith: passphrase("auditor")) }
        #expect(try Vault.outline(at: path).slots.map(\.scope) == ["owner", "auditor"])
        #expect(throws: VaultError(.invalidArgument)) {
            try vault.replaceSlot(slot, with: passphrase("again"), cost: .weakest)
        }
        try vault.removeSlot(changed)
    }

    @Test("A passphrase is changed in one step, and the last way in can't be removed")
    func changePassphrase() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let vault = try makeVault(records: 2)
        let slot = try vault.replaceSlot(1, with: passphrase("battery staple"), cost: .weakest)
        #expect(throws: VaultError(.wrongKey)) { try Vault.open(at: path, unlockingWith: passphrase("correct horse")) }
        try expectAllReadable(try Vault.open(at: path, unlockingWith: passphrase("battery staple")), records: 2)
        #expect(throws: VaultError(.lastSlot)) { try vault.removeSlot(slot) }
        try vault.addAuditorSlot(for: passphrase("auditor"), cost: .weakest)
        #expect(throws: VaultError(.lastSlot)) { try vault.removeSlot(slot) }
        #expect(throws: VaultError(.invalidArgument)) { try vault.removeSlot(99) }
        let third = try vault.addSlot(for: passphrase("third"), cost: .weakest)
        try vault.removeSlot(slot)
        #expect(throws: VaultError(.wrongKey)) { try Vault.open(at: path, unlockingWith: passphrase("battery staple")) }
        #expect(third > slot)
        try expectAllReadable(try Vault.open(at: path, unlockingWith: passphrase("third")), records: 2)
    }
}
