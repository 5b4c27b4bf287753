import Foundation
import Sealing
import Testing

@testable import SessionVault

@Suite("Opening and locking")
struct OpeningTests {
    let place: VaultFolder

    init() throws { place = try VaultFolder() }

    @Test("A vault that was made opens with its passphrase, in another folder's name too")
    func opens() throws {
        try place.create(signingIn: ["42"])
        #expect(try place.open().sessions().count == 1)
        let link = place.file("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: place.root)
        let vault = try Vault.open(at: link + "/test.vault", unlockingWith: place.source)
        #expect(vault.path.hasSuffix(place.path.split(separator: "/").suffix(2).joined(separator: "/")))
    }

    @Test(
        "K07, V17, V18, V20: a wrong passphrase is an error of its own and changes no byte, with no record in the vault and with one",
        arguments: [[], ["42"]])
    func wrongPassphrase(subjects: [String]) throws {
        do {
            let vault = try Vault.create(at: place.path, unlockingWith: place.passphrase, cost: .weakest)
            for subject in subjects { try vault.signIn(subject) }
        }
        let before = try Data(contentsOf: URL(filePath: place.path))
        #expect(throws: VaultError(.wrongKey)) {
            _ = try Vault.open(at: place.path, unlockingWith: .passphrase(SecretBytes(utf8: "correct horse batterz")))
        }
        #expect(throws: VaultError(.wrongKey)) {
            _ = try Vault.open(at: place.path, unlockingWith: .passphrase(SecretBytes(utf8: "")))
        }
        #expect(try Data(contentsOf: URL(filePath: place.path)) == before)
        #expect(try Vault.open(at: place.path, unlockingWith: place.passphrase).sessions().count == subjects.count)
    }

    @Test("What can't be made is told by the path that was asked for, of a vault and of a backup")
    func namesThePlace() throws {
        let vault = try place.create()
        for make in [
            { try vault.backUp(to: "/proc/asked-for") },
            { _ = try Vault.create(at: "/proc/asked-for", unlockingWith: place.source) },
        ] {
            let error = #expect(throws: VaultError.self) { try make() }
            #expect(error?.path?.contains(".new-") == false)
        }
    }

    @Test("K06, V24: nothing is made over what stands at the path", arguments: ["vault", "file", "folder", "link"])
    func alreadyExists(what: String) throws {
        let manager = FileManager.default
        switch what {
        case "vault": try place.create(signingIn: ["42"])
        case "file": try Data("mine".utf8).write(to: URL(filePath: place.path))
        case "folder": try manager.createDirectory(atPath: place.path, withIntermediateDirectories: false)
        default: try manager.createSymbolicLink(atPath: place.path, withDestinationPath: place.file("nothing"))
        }
        #expect(throws: VaultError(.alreadyExists)) { _ = try place.create() }
        if what == "vault" { #expect(try place.open().sessions().count == 1) }
    }

    @Test("An empty passphrase is refused, for a new vault and for a slot")
    func emptyPassphrase() throws {
        #expect(throws: VaultError(.invalidArgument)) {
            _ = try Vault.create(
                at: place.path, unlockingWith: .passphrase(SecretBytes(utf8: "")), cost: .weakest)
        }
        #expect(!FileManager.default.fileExists(atPath: place.path))
        let vault = try place.create()
        #expect(throws: VaultError(.invalidArgument)) {
            try vault.addSlot(for: .passphrase(SecretBytes(utf8: "")), cost: .weakest)
        }
    }

    @Test("S19: a locked vault says so, in every call that needs the keys, and is never taken for an empty one")
    func locks() throws {
        let vault = try place.create()
        let session = try vault.signIn("42")
        vault.lock()
        #expect(!vault.isUnlocked)
        #expect(throws: VaultError(.locked)) { _ = try vault.sessions() }
        #expect(throws: VaultError(.locked)) { _ = try vault.restore(session.account) }
        #expect(throws: VaultError(.locked)) { _ = try session.accessToken.withBearer { _ in 0 } }
        #expect(throws: VaultError(.locked)) { _ = try session.readTokens() }
        #expect(throws: VaultError(.locked)) { try session.remove() }
        #expect(throws: VaultError(.locked)) { try vault.removeAllSessions() }
        #expect(throws: VaultError(.locked)) { try vault.addSlot(for: place.source, cost: .weakest) }
        #expect(throws: VaultError(.locked)) { _ = try vault.verify() }
        #expect(throws: VaultError(.locked)) { try vault.signIn("43") }
        #expect(throws: VaultError(.wrongKey)) {
            try vault.unlock(with: .passphrase(SecretBytes(utf8: "another")))
        }
        #expect(!vault.isUnlocked)
        try vault.unlock(with: place.source)
        #expect(try session.readTokens().access.text == "token-of-42")
    }

    @Test("S06: an unlocked vault writes without its passphrase, also after it was opened long ago")
    func writesWithoutAsking() throws {
        try place.create(signingIn: ["42"])
        let vault = try place.open()
        for round in 1...5 { try vault.signIn("42", token: "token-\(round)") }
        #expect(try vault.restore(VaultFolder.account("42"))?.readTokens().access.text == "token-5")
    }

    @Test(
        "A path that can't name a file is refused before anything is made",
        arguments: ["", "/", "sub/", "sub/.", "sub/..", "sub/a\0b", "\0"])
    func unusablePath(name: String) throws {
        let path = name.isEmpty ? "" : place.file(name)
        #expect(throws: VaultError(.invalidArgument)) {
            _ = try Vault.create(at: path, unlockingWith: place.source, cost: .weakest)
        }
        #expect(throws: VaultError(.invalidArgument)) { _ = try Vault.open(at: path, unlockingWith: place.source) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.root).isEmpty)
    }

    @Test("A vault whose file was moved away while open takes no more writes, which would be lost")
    func movedAway() throws {
        let vault = try place.create()
        let session = try vault.signIn("42")
        try FileManager.default.moveItem(atPath: place.path, toPath: place.file("aside.vault"))
        #expect(throws: VaultError(.absent)) { try vault.signIn("43") }
        #expect(throws: VaultError(.absent)) { try session.setDeviceCode(nil) }
    }
}
