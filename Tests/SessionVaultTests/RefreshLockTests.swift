import Foundation
import SessionVault
import Testing

@Suite struct RefreshLockTests {
    @Test(
        "S20: the lock of a session is its store's, by whatever path the store was opened, and lies beside it",
        arguments: ["direct", "dots", "link"])
    func identity(way: String) throws {
        let folder = try VaultFolder()
        try folder.create(signingIn: ["anna"])
        let name = try #require(folder.path.split(separator: "/").last)
        try FileManager.default.createDirectory(atPath: folder.file("sub"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("other"), withDestinationPath: folder.root)
        let paths = [
            "direct": folder.path, "dots": folder.file("sub/../\(name)"), "link": folder.file("other/\(name)"),
        ]
        let first = try #require(try folder.open().restore(VaultFolder.account("anna")))
        let path = try #require(paths[way])
        let other = try Vault.open(at: path, unlockingWith: folder.source)
        let second = try #require(try other.restore(VaultFolder.account("anna")))
        let held = try first.refresh.tryLock()
        #expect(held != nil)
        #expect(try second.refresh.tryLock() == nil)
        withExtendedLifetime(held) {}
        #expect(FileManager.default.fileExists(atPath: folder.path + "-refresh"))
    }

    @Test("S20: two stores have two locks, though one account is in both")
    func twoStores() throws {
        let (one, two) = (try VaultFolder(), try VaultFolder())
        for folder in [one, two] { try folder.create(signingIn: ["anna"]) }
        let sessions = try [one, two].map { try $0.open().restore(VaultFolder.account("anna")) }
        let locks = try sessions.map { try $0?.refresh.tryLock() }
        #expect(locks.allSatisfy { $0 != nil })
    }
}
