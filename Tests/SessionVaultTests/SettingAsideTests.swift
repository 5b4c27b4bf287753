import Foundation
import Sealing
import Testing

@testable import SessionVault

@Suite("Setting a vault aside")
struct SettingAsideTests {
    let place: VaultFolder

    init() throws { place = try VaultFolder() }

    @Test("V06: a vault whose key is lost is kept under another name, whole, and a new one is begun in its place")
    func lostKey() throws {
        let key = place.file("key")
        try KeyFile.create(at: key)
        let lost = try Vault.create(at: place.path, unlockingWith: .keyFile(path: key))
        try lost.signIn("42")
        let kept = place.file("kept-key")
        try FileManager.default.moveItem(atPath: key, toPath: kept)
        let error = #expect(throws: VaultError(.keyLost)) {
            _ = try Vault.open(at: place.path, unlockingWith: .keyFile(path: key))
        }
        #expect(error?.description.contains("`Vault.setAside`") == true)
        let aside = try Vault.setAside(place.path)
        try place.create().signIn("43")
        #expect(try place.open().sessions().map(\.account.subject) == ["43"])
        let old = try Vault.open(at: aside, unlockingWith: .keyFile(path: kept))
        #expect(try old.verify().isIntact && old.sessions().map(\.account.subject) == ["42"])
        #expect(throws: VaultError(.absent)) { try lost.signIn("44") }
        #expect(try Vault.setAside(place.path) != aside)
    }

    @Test(
        "What is no vault any more is set aside with its log; nothing is deleted",
        arguments: ["", "no database at all"])
    func damaged(content: String) throws {
        try place.create(signingIn: ["42"])
        for (path, text) in [(place.path, content), (place.path + "-wal", "log")] {
            try Data(text.utf8).write(to: URL(filePath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        }
        let aside = try Vault.setAside(place.path)
        #expect(try String(contentsOfFile: aside, encoding: .utf8) == content)
        #expect(try String(contentsOfFile: aside + "-wal", encoding: .utf8) == "log")
        #expect(!FileManager.default.fileExists(atPath: place.path))
    }

    @Test("A vault that somebody is writing to is not set aside")
    func busy() throws {
        let vault = try place.create()
        _ = try vault.store.write { (_) throws(VaultError) in
            #expect(throws: VaultError(.busy)) { _ = try Vault.setAside(place.path) }
        }
        #expect(FileManager.default.fileExists(atPath: place.path))
    }
}
