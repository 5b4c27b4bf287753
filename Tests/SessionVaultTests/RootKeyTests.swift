import Foundation
import Sealing
import Testing

@testable import SessionVault

@Suite("Replacing the root key")
struct RootKeyTests {
    let place: VaultFolder

    init() throws {
        place = try VaultFolder()
        try place.create(signingIn: ["42", "43"])
    }

    @Test("After it, the old root opens nothing of the new file, and every record is as it was")
    func replaces() throws {
        let vault = try place.open()
        let old = try vault.unlockedKeys().root.copy()
        let records = try vault.inspect().records
        #expect(try vault.replaceRoot(keeping: place.source) == [])
        #expect(try vault.verify().isIntact)
        try vault.signIn("44")
        let reopened = try place.open()
        #expect(try reopened.verify().isIntact)
        #expect(try reopened.inspect().records.map(\.name).starts(with: records.map(\.name)))
        let (epochs, header) = try vault.store.snapshot { (store) throws(VaultError) in
            (try store.epochs(), try Header.Authenticated(store))
        }
        let isAuthentic = header.isAuthentic(under: old)
        #expect(!isAuthentic)
        for epoch in epochs {
            let opened = try? Keyring(root: old.copy(), vaultID: vault.vaultID, epochs: [epoch])
            #expect(opened == nil)
        }
        let isSame = old.bytes.equals(try reopened.unlockedKeys().root.bytes)
        #expect(!isSame)
        let last = try vault.journal().entries.compactMap { $0.event?.kind }
        #expect(last.contains(.rootReplaced))
    }

    @Test("The wrapped keys of the old root are gone from the file and its log")
    func erased() throws {
        let vault = try place.open()
        let old = try vault.store.read { (store) throws(VaultError) in
            try store.epochs().flatMap { [$0.content, $0.metadata] } + store.slots().map(\.bytes)
        }
        try vault.replaceRoot(keeping: place.source)
        for suffix in ["", "-wal"] {
            let bytes = try Data(contentsOf: URL(filePath: place.path + suffix))
            for blob in old { #expect(bytes.range(of: Data(blob)) == nil) }
        }
    }

    @Test("Other ways in are only removed where that is said, and a wrong key replaces nothing")
    func others() throws {
        let vault = try place.open()
        let other = try vault.addSlot(for: place.passphrase, cost: .weakest)
        #expect(throws: VaultError(.otherSlots)) { try vault.replaceRoot(keeping: place.source) }
        #expect(throws: VaultError(.wrongKey)) {
            try vault.replaceRoot(keeping: .passphrase(SecretBytes(utf8: "wrong")), removingOthers: true)
        }
        _ = try Vault.open(at: place.path, unlockingWith: place.passphrase)
        #expect(try vault.replaceRoot(keeping: place.source, removingOthers: true) == [other])
        #expect(throws: VaultError(.wrongKey)) { _ = try Vault.open(at: place.path, unlockingWith: place.passphrase) }
        #expect(try place.open().verify().isIntact)
    }

    @Test("A handle that was open elsewhere reads on, and writes after it has been unlocked again")
    func elsewhere() throws {
        let other = try place.open()
        let session = try #require(try other.restore(VaultFolder.account("42")))
        try place.open().replaceRoot(keeping: place.source)
        #expect(try session.readTokens().access.text == "token-of-42")
        #expect(throws: VaultError(.tampered)) { try other.signIn("44") }
        try other.unlock(with: place.source)
        try other.signIn("44")
        #expect(try place.open().verify().isIntact)
    }

    @Test("The passphrase's cost stays")
    func cost() throws {
        let vault = try place.open()
        try vault.addSlot(for: place.passphrase, cost: .weakest)
        let own = try Vault.open(at: place.path, unlockingWith: place.passphrase)
        try own.replaceRoot(keeping: place.passphrase, removingOthers: true)
        #expect(try own.inspect().outline.slots.map { $0.cost?.memoryKiB } == [8_192])
    }
}
