import Foundation
import Sealing
import Testing

@testable import SessionVault

@Suite("Repair and quarantine")
struct RepairTests {
    let place: VaultFolder

    init() throws {
        place = try VaultFolder()
        try place.create(signingIn: ["42", "43"])
    }

    @Test(
        "V19, V22: a damaged vault is repaired: what is readable stays, the rest is set aside, and it takes writes again",
        arguments: [
            ("UPDATE record SET metadata = zeroblob(300) WHERE id = 2", 1, []),
            ("UPDATE record SET body = zeroblob(300) WHERE id IN (2, 3)", 2, []),
            ("DELETE FROM record WHERE id = 2", 0, []),
            (
                "INSERT INTO record (name, epoch, version, metadata, body) SELECT zeroblob(16), epoch, version, metadata, body FROM record WHERE id = 1",
                1, []
            ),
            ("DELETE FROM manifest", 0, []), ("UPDATE manifest SET sealed = zeroblob(9)", 0, []),
            ("INSERT INTO slot (bytes) SELECT bytes FROM slot", 0, [2]),
            ("UPDATE header SET mac = zeroblob(32)", 0, []),
            ("INSERT INTO epoch SELECT 2, content, metadata FROM epoch WHERE number = 1", 0, []),
            ("UPDATE event SET sealed = zeroblob(300) WHERE number = 2", 0, []),
            ("DELETE FROM event", 0, []), ("DELETE FROM event WHERE number = 3", 0, []),
        ] as [(String, Int, [Int64])])
    func repairs(statement: String, quarantined: Int, removedSlots: [Int64]) throws {
        try RawDatabase.run(statement, on: place.path)
        let vault = try place.open()
        #expect(try !vault.verify().isIntact)
        let readable = try vault.inspect().records.filter { $0.condition == .intact }.map(\.name)
        let done = try vault.repair()
        #expect(done == Vault.Repair(quarantinedCount: quarantined, removedSlots: removedSlots))
        for vault in [vault, try place.open()] {
            let found = try vault.verify()
            #expect(found.isIntact && found.quarantinedCount == quarantined)
            #expect(try vault.inspect().records.map(\.name) == readable)
            #expect(try vault.journal().entries.last?.event?.kind == .repaired)
        }
        try vault.signIn("44")
        #expect(try place.open().verify().isIntact)
    }

    @Test("The number of a write is never used twice, not even after a repair without a manifest")
    func sequence() throws {
        let before = try #require(try place.open().verify().sequence)
        try RawDatabase.run("DELETE FROM manifest", on: place.path)
        let vault = try place.open()
        try vault.repair()
        #expect(try #require(try vault.verify().sequence) > before)
    }

    @Test("A handle whose root key was replaced elsewhere repairs nothing, and the vault opens as before")
    func staleRoot() throws {
        let other = try place.open()
        try place.open().replaceRoot(keeping: place.source)
        #expect(throws: VaultError(.tampered)) { try other.repair() }
        let vault = try place.open()
        #expect(try vault.verify().isIntact && vault.sessions().count == 2)
        try other.unlock(with: place.source)
        #expect(try other.repair() == Vault.Repair(quarantinedCount: 0, removedSlots: []))
    }

    @Test("A repair by a handle that was opened before a rotation keeps the newer keys", arguments: [true, false])
    func staleEpochs(damagesHeader: Bool) throws {
        let other = try place.open()
        try place.open().rotate()
        if damagesHeader { try RawDatabase.run("UPDATE header SET mac = zeroblob(32)", on: place.path) }
        #expect(try other.repair().quarantinedCount == 0)
        let vault = try place.open()
        #expect(try vault.verify().isIntact && vault.sessions().count == 2)
    }

    @Test("An epoch's row that is damaged under an open handle is written anew from memory", arguments: [0, 1])
    func epochFromMemory(number: Int) throws {
        let vault = try place.open()
        try RawDatabase.run("UPDATE epoch SET content = zeroblob(72) WHERE number = \(number)", on: place.path)
        try vault.repair()
        let reopened = try place.open()
        #expect(try reopened.verify().isIntact)
        #expect(try reopened.restore(VaultFolder.account("42"))?.readTokens().access.text == "token-of-42")
    }

    @Test("A repair goes on with the slot that took the place of the one which opened the vault")
    func replacedSlot() throws {
        let vault = try place.open()
        let slot = try vault.replaceSlot(1, with: place.source)
        try RawDatabase.run("UPDATE header SET mac = zeroblob(32)", on: place.path)
        try vault.repair()
        #expect(try place.open().verify().isIntact)
        #expect(try vault.inspect().outline.slots.map(\.number) == [slot])
    }

    @Test("A repair does not keep a slot that was overwritten since it opened the vault, and changes nothing then")
    func overwrittenSlot() throws {
        let vault = try place.open()
        try vault.addSlot(for: place.passphrase, cost: .weakest)
        try RawDatabase.run("UPDATE slot SET bytes = zeroblob(150) WHERE number = 1", on: place.path)
        #expect(throws: VaultError(.tampered)) { try vault.repair() }
        let other = try Vault.open(at: place.path, unlockingWith: place.passphrase)
        #expect(try other.repair().removedSlots == [1])
        #expect(try Vault.open(at: place.path, unlockingWith: place.passphrase).verify().isIntact)
    }

    @Test(
        "V23: planted rows of the journal neither trap a repair nor use up its numbers",
        arguments: [
            "-1", "9223372036854775807", "9223372036854775806", "9223372036854775804", "-9223372036854775808", "0",
            "77",
        ])
    func plantedEvents(number: String) throws {
        try RawDatabase.run("INSERT INTO event VALUES (\(number), x'00')", on: place.path)
        let vault = try place.open()
        #expect(try !vault.verify().isIntact)
        try vault.repair()
        #expect(try vault.verify().isIntact)
        #expect(try vault.journal().entries.first?.event?.kind.description == "created")
        for subject in 1...5 { try vault.signIn("\(subject)") }
        try vault.backUp(to: place.file("backup"))
        #expect(try place.open().verify().isIntact)
    }

    @Test("With an anchor, a vault that was repaired without its manifest is not taken for rolled back")
    func anchored() throws {
        let options = VaultOptions(anchor: try FileAnchor.create(at: place.file("anchor")))
        let vault = try Vault.open(at: place.path, unlockingWith: place.source, options: options)
        for _ in 1...5 { try vault.remove(VaultFolder.account("none")) }
        try RawDatabase.run("DELETE FROM manifest", on: place.path)
        try vault.repair()
        #expect(vault.anchorFault == nil)
        #expect(
            try Vault.open(at: place.path, unlockingWith: place.source, options: options).verify().isIntact)
    }

    @Test("S31: a damaged record is set aside once when a new one takes its name, and is gone when the account is")
    func replacing() throws {
        try RawDatabase.run("UPDATE record SET metadata = zeroblob(300) WHERE id IN (1, 2)", on: place.path)
        let vault = try place.open()
        try vault.signIn("42", token: "again")
        #expect(try vault.verify().quarantinedCount == 2)
        #expect(try vault.verify().damaged.isEmpty)
        try vault.signIn("42", token: "and-again")
        #expect(try vault.verify().quarantinedCount == 2)
        try vault.remove(VaultFolder.account("42"))
        #expect(try vault.verify().quarantinedCount == 0)
    }

    @Test("A rotation keeps the keys of records in quarantine; clearing it lets them go")
    func keysOfQuarantined() throws {
        try RawDatabase.run("UPDATE record SET body = zeroblob(300) WHERE id = 2", on: place.path)
        let vault = try place.open()
        try vault.repair()
        #expect(try vault.rotate() == Vault.Rotation(resealedCount: 7, leftCount: 0, keepsOldKeys: true))
        #expect(try !vault.isRotationUnfinished())
        #expect(try vault.rotate() == Vault.Rotation(resealedCount: 7, leftCount: 0, keepsOldKeys: true))
        #expect(try vault.clearQuarantine() == 1)
        #expect(try vault.rotate() == Vault.Rotation(resealedCount: 7, leftCount: 0, keepsOldKeys: false))
        #expect(try vault.clearQuarantine() == 0)
    }

    @Test(
        "A record of a later version is kept as it is, listed, and no damage, be its kind known or not",
        arguments: [RecordKind.secret.rawValue, 200])
    func laterRecord(kind: UInt8) throws {
        let vault = try place.open()
        let later = try vault.transact { (transaction) throws(VaultError) in
            let keys = transaction.keys
            let name = [UInt8](repeating: 7, count: 16)
            let version = try transaction.sequence
            let context = RecordContext(
                vaultID: keys.vaultID, name: name, epoch: keys.current.metadata.epoch, version: version)
            let message = [9, kind, 1, 2, 3, 0x80] + [UInt8](repeating: 0, count: 250)
            let metadata = message.withRawSpan { message in
                context.metadata.withRawSpan {
                    AEAD.seal(message, authenticating: $0, with: keys.current.metadata.key)
                }
            }
            let body = message.withRawSpan { message in
                AEAD.seal(
                    message, authenticating: context.body(of: metadata),
                    with: keys.current.content.bodyKey(for: .secret).key)
            }
            let record = StoredRecord(
                name: name, epoch: context.epoch, version: version, metadata: metadata, body: body)
            try transaction.putForTests(record)
            return record
        }
        let found = try vault.verify()
        #expect(found.isIntact && found.laterRecordCount == 1 && found.recordCount == 9)
        #expect(try vault.inspect().records.last?.condition == .later)
        #expect(try vault.secrets.names().isEmpty)
        #expect(try vault.rotate() == Vault.Rotation(resealedCount: 8, leftCount: 1, keepsOldKeys: true))
        try vault.removeAllSessions()
        #expect(try vault.repair().quarantinedCount == 0)
        let kept = try vault.store.read { (store) throws(VaultError) in try store.record(named: later.name) }
        #expect(kept == later)
    }
}

extension VaultTransaction {
    fileprivate mutating func putForTests(_ record: StoredRecord) throws(VaultError) {
        try replace(nil, with: record)
    }
}
