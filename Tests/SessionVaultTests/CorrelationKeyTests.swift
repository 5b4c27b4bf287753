import SafeLogging
import Sealing
import Testing

@testable import SessionVault

/// A random identifier, of which a log may show a tag.
struct Device: Correlatable {
    static let correlationScope = CorrelationScope.acrossRuns(fieldClass: "device")
    let correlationText: String
}

@Suite("Log tags of a vault")
struct CorrelationKeyTests {
    let place: VaultFolder
    let device = Device(correlationText: "3f6c9a8e-device")

    init() throws {
        place = try VaultFolder()
        try place.create(signingIn: ["42"])
    }

    /// What a program logs that has opened the vault.
    private func logged(_ vault: Vault) throws -> String {
        let sink = MemorySink()
        let log = SafeLogger(category: "t", sinks: [sink], correlationKey: try vault.correlationKey())
        log.info("\(device, privacy: .private(mask: .hash))")
        return sink.records.first?.body ?? ""
    }

    @Test("L37: every run and process that opens the vault logs a value under the same tag, and another vault another")
    func lastsAcrossRuns() throws {
        let tag = try logged(place.open())
        #expect(tag.hasPrefix("<device:1:") && tag.utf8.count == 27)
        let other = try place.open()
        try other.signIn("43")
        #expect(try logged(other) == tag)
        let stranger = try VaultFolder()
        #expect(try logged(stranger.create()) != tag)
    }

    @Test("L37: after rotations, a new root and a restore, the vault still tells the tags of each epoch before")
    func joinsAcrossRotations() throws {
        var vault = try place.open()
        var tags = [try logged(vault)]
        for _ in 0..<3 {
            try vault.rotate()
            tags.insert(try logged(vault), at: 0)
        }
        #expect(Set(tags).count == 4)
        let epochs = try vault.store.read { (store) throws(VaultError) in try store.epochs().map(\.number) }
        #expect(epochs == [0, 4])
        try vault.replaceRoot(keeping: place.source)
        vault = try place.open()
        #expect(try vault.correlationKey().tags(of: device) == tags)
        #expect(try logged(vault) == tags.first)
        try vault.backUp(to: place.file("backup"))
        let restored = try Vault.restore(
            from: place.file("backup"), to: place.file("restored.vault"), unlockingWith: place.source)
        #expect(try restored.correlationKey().tags(of: device) == tags)
    }

    @Test("Another process's rotation is noticed by the next key that is asked for; the one in hand goes on")
    func noticesRotation() throws {
        let vault = try place.open()
        let key = try vault.correlationKey()
        try place.open().rotate()
        #expect(key.epoch == 1)
        let next = try vault.correlationKey()
        #expect(next.epoch == 2 && next.tags(of: device).dropFirst().elementsEqual(key.tags(of: device)))
    }

    @Test("A locked vault gives none, nor does an auditor's key: whoever only audits can't try values against a log")
    func refuses() throws {
        let vault = try place.open()
        try vault.addAuditorSlot(for: place.passphrase, cost: .weakest)
        #expect(throws: VaultError(.auditOnly)) {
            try Vault.open(at: place.path, unlockingWith: place.passphrase).correlationKey()
        }
        let key = try vault.correlationKey()
        vault.lock()
        #expect(throws: VaultError(.locked)) { try vault.correlationKey() }
        #expect(key.tags(of: device).count == 1)
    }

    @Test("A vault that was rotated more often than anyone would keeps the newest thousand")
    func keepsThousand() throws {
        let root = SymmetricKey.random()
        let epochs = [
            Epoch.make(number: 0, vaultID: [1], root: root), Epoch.make(number: 70_000, vaultID: [1], root: root),
        ]
        let keys = try Keyring(root: root.copy(), vaultID: [1], epochs: epochs)
        let tags = try keys.correlationKey().tags(of: device)
        #expect(tags.count == 1_000)
        #expect(tags.first?.hasPrefix("<device:70000:") == true && tags.last?.hasPrefix("<device:69001:") == true)
    }
}
