import Foundation
import Sealing
import Testing

@testable import SessionVault

/// What every store has to do, said once for the file and for memory.
@Suite("Stores")
struct StoreTests {
    enum Kind: CaseIterable { case file, memory }

    private let place: VaultFolder

    init() throws { place = try VaultFolder() }

    private func vault(_ kind: Kind) throws -> Vault {
        switch kind {
        case .file: try place.create()
        case .memory: try Vault.create(in: MemoryStore(), unlockingWith: place.source, cost: .weakest)
        }
    }

    private func versions(_ vault: Vault) throws -> [UInt64] {
        var versions: [UInt64] = []
        try vault.store.read { (store) throws(VaultError) in
            try store.forEachRecord { versions.append($0.version) }
        }
        return versions
    }

    @Test(
        "A vault in any store takes sessions and secrets, rotates, replaces its root and stays intact",
        arguments: Kind.allCases)
    func life(kind: Kind) throws {
        let vault = try vault(kind)
        let session = try vault.signIn("42")
        try vault.signIn("43")
        try session.replaceTokens(with: TokenSet(access: SecretBytes(utf8: "second")))
        try vault.secrets.set(SecretBytes(utf8: "value"), for: SecretName(service: "s"))
        let slot = try vault.addSlot(for: place.passphrase, cost: .weakest)
        try vault.removeSlot(slot)
        #expect(try vault.rotate().resealedCount == 9)
        try vault.replaceRoot(keeping: place.source)
        try vault.remove(VaultFolder.account("43"))
        #expect(try vault.sessions().map(\.account.subject) == ["42"])
        #expect(try session.readAll() == ["second", #"{"id":"42"}"#, "device-of-42", "push-of-42"])
        #expect(try vault.secrets.value(for: SecretName(service: "s")).map { $0.text } == "value")
        let found = try vault.verify()
        #expect(found.isIntact && found.recordCount == 5)
        vault.lock()
        #expect(throws: VaultError(.locked)) { _ = try vault.sessions() }
        try vault.unlock(with: place.source)
        #expect(try vault.sessions().count == 1)
    }

    @Test("A transaction that throws changes nothing, whatever it had written", arguments: Kind.allCases)
    func atomic(kind: Kind) throws {
        let vault = try vault(kind)
        try vault.signIn("42")
        let before = try versions(vault)
        #expect(throws: VaultError(.tooLarge)) {
            try vault.transact { (transaction) throws(VaultError) in
                try transaction.note(JournalEvent(.repaired))
                try transaction.removeSessions(except: nil)
                throw VaultError(.tooLarge)
            }
        }
        #expect(try versions(vault) == before)
        #expect(try vault.verify().isIntact)
    }

    @Test("Damage in any store is set aside by a repair", arguments: Kind.allCases)
    func repair(kind: Kind) throws {
        let vault = try vault(kind)
        try vault.signIn("42")
        let name = try vault.unlockedKeys().name(of: .user, account: VaultFolder.account("42"))
        try vault.store.write { (store) throws(VaultError) in
            guard let record = try store.record(named: name) else { return }
            try store.put(
                StoredRecord(
                    name: name, epoch: record.epoch, version: record.version, metadata: record.metadata, body: [1]))
        }
        #expect(try vault.verify().damaged.count == 1)
        #expect(try vault.repair().quarantinedCount == 1)
        #expect(try vault.verify().isIntact && vault.verify().quarantinedCount == 1)
        #expect(try vault.clearQuarantine() == 1)
    }
}
