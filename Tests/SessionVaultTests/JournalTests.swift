import Foundation
import Sealing
import Testing

@testable import SessionVault

@Suite("Journal")
struct JournalTests {
    let place: VaultFolder

    init() throws { place = try VaultFolder() }

    private func kinds(_ vault: Vault) throws -> [String] {
        try vault.journal().entries.compactMap { $0.event?.kind.description }
    }

    @Test("The journal names what happened, by tag and gate, in order")
    func order() throws {
        let vault = try place.create()
        let session = try vault.signIn("42")
        try session.replaceTokens(with: TokenSet(access: SecretBytes(utf8: "second")))
        let slot = try vault.addSlot(for: .passphrase(SecretBytes(utf8: "other")), cost: .weakest)
        try vault.removeSlot(slot)
        try vault.rotate()
        try session.remove()
        #expect(
            try kinds(vault) == [
                "created", "admitted", "refreshed", "slot-added", "slot-removed", "rotated", "signed-out",
            ])
        let report = try vault.journal()
        #expect(report.breaks.isEmpty)
        let admitted = try #require(report.entries[1].event)
        #expect(try admitted.account == vault.unlockedKeys().tag(of: VaultFolder.account("42")))
        #expect(admitted.branch == .emailPassword && admitted.policy == VaultFolder.gate.policy)
        #expect(report.entries[3].event?.number == UInt64(slot))
        #expect(try place.open().verify().isIntact)
    }

    @Test("A refusal writes nothing; the next change takes it along, with its gate and without its account")
    func refusal() throws {
        let vault = try place.create()
        let answer = try VaultFolder.answer("7", role: Role("customer"))
        let before = try Data(contentsOf: URL(filePath: place.path + "-wal"))
        for _ in 1...100 {
            #expect(throws: WrongRole.self) {
                _ = try VaultFolder.gate.admit(answer, in: vault.beginAttempt(via: .deviceCode)).policy
            }
        }
        #expect(try Data(contentsOf: URL(filePath: place.path + "-wal")) == before)
        try vault.signIn("42")
        let events = try vault.journal().entries.compactMap(\.event)
        let refused = events.filter { $0.kind == .refused }
        #expect(refused.count == 64)
        #expect(refused.allSatisfy { $0.refusal == .roleNotAllowed && $0.branch == .deviceCode && $0.account == nil })
        #expect(events.last?.kind == .admitted)
    }

    @Test("A refusal that could not be written with a failed change is kept for the next")
    func refusalKept() throws {
        let vault = try place.create()
        let session = try vault.signIn("42")
        _ = try? VaultFolder.gate.admit(
            VaultFolder.profile("7", isEnabled: false), in: vault.beginAttempt(via: .google)
        ).policy
        try vault.remove(session.account)
        _ = try? VaultFolder.gate.admit(VaultFolder.profile("7", role: nil), in: vault.beginAttempt(via: .google))
            .policy
        #expect(throws: VaultError(.sessionEnded)) { try session.setDeviceCode(nil) }
        try vault.signIn("43")
        #expect(
            try vault.journal().entries.compactMap { $0.event?.refusal } == [.accountDisabled, .roleMissing])
    }

    @Test(
        "A removed, reordered, altered or added event is found",
        arguments: [
            ("DELETE FROM event WHERE number = 3", JournalReport.Break.missing(3...3)),
            ("DELETE FROM event WHERE number = 1", .missing(1...1)),
            ("DELETE FROM event WHERE number >= 4", .missing(4...5)),
            ("DELETE FROM event", .missing(1...5)),
            ("UPDATE event SET sealed = zeroblob(300) WHERE number = 2", .altered(2)),
            ("UPDATE event SET sealed = (SELECT sealed FROM event WHERE number = 2) WHERE number = 3", .altered(3)),
            ("UPDATE event SET number = number + 1000 WHERE number = 5", .missing(5...1_004)),
            ("INSERT INTO event SELECT 6, sealed FROM event WHERE number = 5", .altered(6)),
            ("INSERT INTO event SELECT -1, sealed FROM event WHERE number = 5", .altered(.max)),
        ])
    func tampered(statement: String, found: JournalReport.Break) throws {
        try place.create(signingIn: ["1", "2", "3", "4"])
        try RawDatabase.run(statement, on: place.path)
        let vault = try place.open()
        #expect(try vault.journal().breaks.contains(found))
        #expect(try !vault.verify().isIntact)
        #expect(try vault.sessions().count == 4)
    }

    @Test("An event put back from an older copy does not follow from the one before it")
    func olderEvent() throws {
        try place.create(signingIn: ["1"])
        let copy = place.file("copy.vault")
        try FileManager.default.copyItem(atPath: place.path, toPath: copy)
        try place.open().signIn("2")
        let other = try Vault.open(at: copy, unlockingWith: place.source)
        try other.signIn("3")
        try other.signIn("4")
        try place.open().signIn("5")
        try RawDatabase.run(
            "ATTACH '\(copy)' AS copy",
            "UPDATE event SET sealed = (SELECT sealed FROM copy.event WHERE number = 3) WHERE number = 3",
            on: place.path)
        #expect(try place.open().journal().breaks == [.unlinked(4)])
        try RawDatabase.run(
            "ATTACH '\(copy)' AS copy",
            "UPDATE event SET sealed = (SELECT sealed FROM copy.event WHERE number = 4) WHERE number = 4",
            on: place.path)
        #expect(try place.open().journal().breaks == [.wrongEnd])
    }

    @Test("The journal keeps 1,024 events; older ones go, and the chain stays whole")
    func bounded() throws {
        let vault = try place.create()
        let session = try vault.signIn("42", hasExtras: false)
        for number in 1...1_030 {
            try vault.transact { (transaction) throws(VaultError) in
                try transaction.note(JournalEvent(.refreshed, number: UInt64(number)))
            }
        }
        let report = try vault.journal()
        #expect(report.entries.count == 1_024 && report.breaks.isEmpty)
        #expect(report.entries.first?.number == 9 && report.entries.last?.event?.number == 1_030)
        try session.remove()
        #expect(try place.open().verify().isIntact)
    }

    @Test("An event of a later kind is shown by its number")
    func laterKind() throws {
        let vault = try place.create()
        try vault.transact { (transaction) throws(VaultError) in
            try transaction.note(JournalEvent(JournalEvent.Kind(code: 200)))
        }
        #expect(try kinds(vault) == ["created", "later-200"])
    }
}
