import Foundation
import Sealing
import TestSupport
import Testing

@testable import SessionVault

/// The AEAD does not commit to its key: one sealed message can be made that opens under several.
///
/// A slot made of one would tell, with a single try, whether a passphrase is in a whole set (Len, Grubbs and Ristenpart,
/// 2021).
@Suite("Partitioning oracle", .enabled(if: InteropScript.isAvailable))
struct PartitionOracleTests {
    let place: VaultFolder
    private static let words = ["first passphrase", "second passphrase"]

    init() throws { place = try VaultFolder() }

    private func source(_ index: Int) -> KeySource { .passphrase(SecretBytes(utf8: Self.words[index])) }

    /// A vault whose one slot is forged for both passphrases, with its commitment made for one.
    private func makeForged(committedTo committed: Int) throws {
        let vault = try Vault.create(at: place.path, unlockingWith: source(0), cost: .weakest)
        try vault.signIn("42")
        vault.store.purge()
        vault.lock()
        let files = try Self.words.enumerated().map { index, word in
            let file = place.file("passphrase-\(index)")
            try Data(word.utf8).write(to: URL(filePath: file))
            return file
        }
        try InteropScript.run("forge_slot.py", [place.path] + files + ["\(committed + 1)"])
    }

    private func forgedSlot() throws -> (slot: KeySlot, vaultID: [UInt8]) {
        try SQLiteStore(opening: place.path).snapshot { (store) throws(VaultError) in
            (try KeySlot(decoding: store.slots()[0].bytes), try store.header().vaultID)
        }
    }

    /// What the slot's wrapped key gives under a passphrase to somebody who asks the AEAD alone.
    private func bareKey(_ index: Int) throws -> [UInt8] {
        let (slot, vaultID) = try forgedSlot()
        let cost = try #require(slot.cost)
        let key = try unsafe PasswordHash.derive(Array(Self.words[index].utf8).span.bytes, salt: slot.salt, cost: cost)
        let context = slot.encoded.prefix(30) + vaultID
        return try AEAD.open(slot.wrapped, context: Array(context), with: key.derive(KeyLabel.Slot.wrap))
    }

    private func code(opening index: Int) -> VaultError.Code? {
        do throws(VaultError) {
            _ = try Vault.open(at: place.path, unlockingWith: source(index))
            return nil
        } catch { return error.code }
    }

    @Test(
        "V23: a slot that the AEAD opens under two passphrases opens the vault with the one it commits to, and no other",
        arguments: [0, 1])
    func forgedVault(committed: Int) throws {
        try makeForged(committedTo: committed)
        // The forgery is real: without the commitment, either passphrase would get a key.
        let keys = try [bareKey(0), bareKey(1)]
        #expect(keys.allSatisfy { $0.count == SymmetricKey.size } && keys[0] != keys[1])

        #expect(code(opening: committed) == nil)
        #expect(code(opening: 1 - committed) == .wrongKey)
        let vault = try Vault.open(at: place.path, unlockingWith: source(committed))
        #expect(try vault.verify().isIntact)
        #expect(try vault.sessions().map(\.account.subject) == ["42"])
    }

    @Test("A forged slot opens for at most one passphrase, whoever its commitment is made for", arguments: [0, 1])
    func forgedSlot(committed: Int) throws {
        try makeForged(committedTo: committed)
        let (slot, vaultID) = try forgedSlot()
        let opened = try [0, 1].filter { try isOpened(slot, by: $0, vaultID: vaultID) }
        #expect(opened == [committed])
        #expect(try !isOpened(slot, by: 1 - committed, vaultID: Array(vaultID.reversed())))
    }

    private func isOpened(_ slot: KeySlot, by index: Int, vaultID: [UInt8]) throws -> Bool {
        try slot.open(with: source(index), vaultID: vaultID, memoryLimitKiB: .max) != nil
    }

    @Test("V23: a forged slot put into somebody else's vault opens nothing there", arguments: [0, 1])
    func foreignVault(committed: Int) throws {
        try makeForged(committedTo: committed)
        let other = try VaultFolder()
        _ = try Vault.create(at: other.path, unlockingWith: source(0), cost: .weakest)
        try RawDatabase.run(
            "ATTACH '\(place.path)' AS forged", "UPDATE slot SET bytes = (SELECT bytes FROM forged.slot)",
            on: other.path)
        for index in [0, 1] {
            #expect(throws: VaultError(.wrongKey)) {
                _ = try Vault.open(at: other.path, unlockingWith: source(index))
            }
        }
        // Under the identity of that vault the slot is no more than damage; under its own, its key fits nothing there.
        try RawDatabase.run(
            "ATTACH '\(place.path)' AS forged", "UPDATE header SET vault_id = (SELECT vault_id FROM forged.header)",
            on: other.path)
        for index in [0, 1] {
            let expected: VaultError.Code = index == committed ? .tampered : .wrongKey
            do throws(VaultError) {
                _ = try Vault.open(at: other.path, unlockingWith: source(index))
                Issue.record("a forged slot opened somebody else's vault")
            } catch { #expect(error.code == expected) }
        }
    }
}
