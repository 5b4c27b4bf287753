import Foundation
import Sealing
import Testing

@testable import SessionVault

@Suite("Key slots")
struct KeySlotTests {
    let place: VaultFolder
    let keyFile: String

    init() throws {
        place = try VaultFolder()
        keyFile = place.file("key")
    }

    private func setMode(_ mode: Int, of path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    @Test("A vault opens with each of its slots: two passphrases and a key file")
    func severalSlots() throws {
        let vault = try place.create()
        try vault.signIn("42")
        try KeyFile.create(at: keyFile)
        try vault.addSlot(for: .keyFile(path: keyFile))
        try vault.addSlot(for: .passphrase(SecretBytes(utf8: "second")), cost: .weakest)
        #expect(try place.open().sessions().count == 1)
        #expect(try Vault.open(at: place.path, unlockingWith: .keyFile(path: keyFile)).sessions().count == 1)
        let second = try Vault.open(at: place.path, unlockingWith: .passphrase(SecretBytes(utf8: "second")))
        #expect(try second.verify().isIntact)
    }

    @Test("A vault made with a key file opens with it alone")
    func keyFileAlone() throws {
        try KeyFile.create(at: keyFile)
        try Vault.create(at: place.path, unlockingWith: .keyFile(path: keyFile)).signIn("42")
        #expect(try Vault.open(at: place.path, unlockingWith: .keyFile(path: keyFile)).sessions().count == 1)
        #expect(throws: VaultError(.wrongKey)) { _ = try place.open() }
    }

    @Test("A vault takes 16 slots and not one more")
    func slotLimit() throws {
        try KeyFile.create(at: keyFile)
        let vault = try Vault.create(at: place.path, unlockingWith: .keyFile(path: keyFile))
        for _ in 2...16 { try vault.addSlot(for: .recoveryCode(RecoveryCode.make())) }
        #expect(throws: VaultError(.tooLarge)) { try vault.addSlot(for: .recoveryCode(RecoveryCode.make())) }
        #expect(try Vault.open(at: place.path, unlockingWith: .keyFile(path: keyFile)).verify().isIntact)
    }

    @Test("A passphrase, key file or code has one slot: another of any scope is refused, and its own may be made anew")
    func ownKey() throws {
        try KeyFile.create(at: keyFile)
        let vault = try Vault.create(at: place.path, unlockingWith: .keyFile(path: keyFile))
        let code = RecoveryCode.make()
        try vault.addSlot(for: .recoveryCode(code.copy()))
        let passphrase = try vault.addAuditorSlot(for: place.passphrase, cost: .weakest)
        let refused = VaultError(.invalidArgument)
        #expect(throws: refused) { try vault.addSlot(for: .keyFile(path: keyFile)) }
        #expect(throws: refused) { try vault.addAuditorSlot(for: .keyFile(path: keyFile)) }
        #expect(throws: refused) { try vault.addSlot(for: .recoveryCode(code.copy())) }
        #expect(throws: refused) { try vault.addSlot(for: place.passphrase, cost: .weakest) }
        #expect(throws: refused) { try vault.replaceSlot(passphrase, with: .keyFile(path: keyFile)) }
        let again = try vault.replaceSlot(passphrase, with: place.passphrase, cost: .weakest)
        #expect(try Vault.outline(at: place.path).slots.map(\.number) == [1, 2, again])
    }

    @Test("V01: a key file has mode 0600, one line, and is never replaced")
    func keyFileShape() throws {
        try KeyFile.create(at: keyFile)
        let attributes = try FileManager.default.attributesOfItem(atPath: keyFile)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let text = try String(contentsOfFile: keyFile, encoding: .utf8)
        #expect(text.hasPrefix("sessionvault-key-1:") && text.hasSuffix("\n") && text.utf8.count == 84)
        #expect(throws: VaultError(.alreadyExists)) { try KeyFile.create(at: keyFile) }
        #expect(try String(contentsOfFile: keyFile, encoding: .utf8) == text)
        #expect(throws: VaultError(.invalidArgument)) { try KeyFile.create(at: place.file("none/key")) }
    }

    #if !TPM
        @Test("K01: a source that this build was made without says so when it is to open a vault, too")
        func missingKeeper() throws {
            try place.create()
            #expect(throws: VaultError(.keySourceUnavailable)) {
                _ = try Vault.open(at: place.path, unlockingWith: .tpm())
            }
        }
    #endif

    @Test("K01: each thing that is wrong with a key file has its own error, and none is taken for a wrong key")
    func brokenKeyFiles() throws {
        try KeyFile.create(at: keyFile)
        _ = try Vault.create(at: place.path, unlockingWith: .keyFile(path: keyFile))
        let other = place.file("other")
        func code(_ path: String) -> VaultError.Code? {
            do {
                _ = try Vault.open(at: place.path, unlockingWith: .keyFile(path: path))
                return nil
            } catch { return error.code }
        }
        #expect(code(other) == .keyLost)
        #expect(code(place.file("unmounted/key")) == .keySourceUnavailable)
        try KeyFile.create(at: other)
        #expect(code(other) == .wrongKey)
        for mode in [0o640, 0o604, 0o620, 0o601] {
            try setMode(mode, of: keyFile)
            #expect(code(keyFile) == .wrongMode)
        }
        try setMode(0o400, of: keyFile)
        #expect(code(keyFile) == nil)
        let link = place.file("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: keyFile)
        #expect(code(link) == .symbolicLink)
        #expect(code(place.root) == .notAFile)
        #expect(code("\(keyFile)\0") == .invalidArgument)
    }

    @Test(
        "A file that is no key file is refused as such",
        arguments: [
            "", "sessionvault-key-1:", "sessionvault-key-2:" + String(repeating: "0", count: 64),
            "sessionvault-key-1:" + String(repeating: "g", count: 64),
            "sessionvault-key-1:" + String(repeating: "0", count: 63),
            "sessionvault-key-1:" + String(repeating: "0", count: 64) + "\n\nx",
            "sessionvault-key-1:" + String(repeating: "0", count: 64) + "0", String(repeating: "x", count: 5_000),
        ])
    func notAKeyFile(text: String) throws {
        try KeyFile.create(at: keyFile)
        _ = try Vault.create(at: place.path, unlockingWith: .keyFile(path: keyFile))
        let other = place.file("other")
        try Data(text.utf8).write(to: URL(filePath: other))
        try setMode(0o600, of: other)
        #expect(throws: VaultError(.keySourceUnavailable)) {
            _ = try Vault.open(at: place.path, unlockingWith: .keyFile(path: other))
        }
    }

    @Test(
        "V23: a slot that asks for more than the bounds is refused before any memory is touched",
        arguments: [
            (0, 8_192), (65, 8_192), (3, 8_191), (1, 16_777_217), (UInt32.max, UInt32.max), (1, 1_048_577),
            (17, 1_048_576),
        ] as [(UInt32, UInt32)])
    func hostileCost(passes: UInt32, memoryKiB: UInt32) throws {
        _ = try Vault.create(at: place.path, unlockingWith: place.passphrase, cost: .weakest)
        let slot = try KeySlot(
            decoding: SQLiteStore(opening: place.path).read { store throws(VaultError) in
                try store.slots()[0].bytes
            })
        var writer = ByteWriter()
        writer.append(slot.encoded.prefix(6))
        writer.append(passes)
        writer.append(memoryKiB)
        writer.append(slot.encoded.dropFirst(14).dropLast(KeySlot.checksumSize))
        writer.append(writer.bytes.withRawSpan { KeyedHash.digest($0, size: KeySlot.checksumSize) })
        let literal = writer.bytes.map { String(format: "%02x", $0) }.joined()
        try RawDatabase.run("UPDATE slot SET bytes = x'\(literal)'", on: place.path)
        let isKnown = PasswordHash.Cost(passes: passes, memoryKiB: memoryKiB) != nil
        #expect(throws: VaultError(isKnown ? .tooLarge : .tampered)) {
            _ = try Vault.open(at: place.path, unlockingWith: place.passphrase)
        }
    }

    @Test("More memory than 1 GiB opens only where it is allowed by name")
    func largeCost() throws {
        let limit = VaultOptions(passphraseMemoryLimitKiB: 8_192)
        let cost = try PassphraseCost(passes: 1, memoryKiB: 16_384)
        _ = try Vault.create(at: place.path, unlockingWith: place.passphrase, cost: cost)
        #expect(throws: VaultError(.tooLarge)) {
            _ = try Vault.open(at: place.path, unlockingWith: place.passphrase, options: limit)
        }
        _ = try Vault.open(at: place.path, unlockingWith: place.passphrase)
        #expect(VaultOptions().passphraseMemoryLimitKiB == 1_048_576)
        #expect(throws: VaultError(.invalidArgument)) { _ = try PassphraseCost(passes: 3, memoryKiB: 16_777_217) }
        #expect(throws: VaultError(.invalidArgument)) { _ = try PassphraseCost(passes: 17, memoryKiB: 1_048_576) }
        #expect(try PassphraseCost(passes: 16, memoryKiB: 2_097_152).memoryKiB == 2_097_152)
    }

    @Test("A slot of a later kind is named as a later version's")
    func laterKind() throws {
        _ = try Vault.create(at: place.path, unlockingWith: place.passphrase, cost: .weakest)
        let bytes = try SQLiteStore(opening: place.path).read { store throws(VaultError) in try store.slots()[0].bytes }
        var later = Array(bytes.dropLast(KeySlot.checksumSize))
        later[4] = 200
        later += later.withRawSpan { KeyedHash.digest($0, size: KeySlot.checksumSize) }
        #expect(throws: VaultError(.newerFormat)) { _ = try KeySlot(decoding: later) }
    }

    @Test("V23: a slot cut or altered at any byte is refused, and none traps")
    func damagedSlots() throws {
        _ = try Vault.create(at: place.path, unlockingWith: place.passphrase, cost: .weakest)
        let bytes = try SQLiteStore(opening: place.path).read { store throws(VaultError) in try store.slots()[0].bytes }
        for index in bytes.indices {
            var altered = bytes
            altered[index] ^= 0x10
            #expect(throws: VaultError(.tampered)) { _ = try KeySlot(decoding: altered) }
            #expect(throws: VaultError(.tampered)) { _ = try KeySlot(decoding: Array(bytes.prefix(index))) }
        }
        #expect(try KeySlot(decoding: bytes).encoded == bytes)
    }
}
