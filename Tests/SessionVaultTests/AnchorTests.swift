import Foundation
import Sealing
import TestSupport
import Testing

@testable import SessionVault

@Suite("Freshness anchor")
struct AnchorTests {
    let place: VaultFolder
    let anchor: FileAnchor
    let options: VaultOptions

    init() throws {
        place = try VaultFolder()
        anchor = try FileAnchor.create(at: place.file("anchor"))
        options = VaultOptions(anchor: anchor)
    }

    private func create() throws -> Vault {
        try Vault.create(at: place.path, unlockingWith: place.source, options: options)
    }

    private func open() throws -> Vault {
        try Vault.open(at: place.path, unlockingWith: place.source, options: options)
    }

    /// Puts the vault's file back to what it was before `body`.
    private func rollBack(_ body: () throws -> Void) throws {
        let copy = place.file("yesterday")
        try FileManager.default.copyItem(atPath: place.path, toPath: copy)
        try body()
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: place.path + suffix) }
        try FileManager.default.moveItem(atPath: copy, toPath: place.path)
    }

    @Test("V07: a whole vault put back to an older copy is rolled back, and says what mends it")
    func rolledBack() throws {
        do { try create().signIn("42") }
        try rollBack { try open().signIn("43") }
        let error = #expect(throws: VaultError(.rolledBack)) { _ = try open() }
        #expect(error?.description.contains("`Vault.acceptRollback`") == true)
        #expect(error?.path == place.path)
        #expect(try place.open().sessions().count == 1)
    }

    @Test("V07: an older copy is accepted by name, once, and the journal tells so")
    func accepted() throws {
        do { try create().signIn("42") }
        try rollBack { try open().signIn("43") }
        let vault = try Vault.acceptRollback(at: place.path, unlockingWith: place.source, options: options)
        #expect(try vault.journal().entries.last?.event?.kind == .rollbackAccepted)
        #expect(try open().sessions().count == 1)
        try rollBack { try open().signIn("44") }
        #expect(throws: VaultError(.rolledBack)) { _ = try open() }
    }

    @Test("A copy that was written on to as many writes as the anchor knows is still another state")
    func forked() throws {
        do { try create().signIn("42") }
        try rollBack { try open().signIn("43") }
        do { try place.open().signIn("44") }
        #expect(throws: VaultError(.rolledBack)) { _ = try open() }
    }

    @Test("V07: a file that is put back under an open handle takes no write of it")
    func rolledBackOpen() throws {
        let vault = try create()
        try vault.signIn("42")
        vault.store.purge()
        let older = try Data(contentsOf: URL(filePath: place.path))
        for subject in 43...46 { try vault.signIn("\(subject)") }
        vault.store.purge()
        // In place, so that the open handle's file is the one.
        let file = try #require(FileHandle(forUpdatingAtPath: place.path))
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: older)
        try file.close()
        try place.open().signIn("50")
        #expect(throws: VaultError.self) { try vault.signIn("51") }
        #expect(throws: VaultError(.rolledBack)) { _ = try open() }
        #expect(throws: VaultError(.rolledBack)) { try vault.unlock(with: place.source) }
    }

    @Test("Writes without the anchor do not keep it from opening, and two vaults never share one")
    func ahead() throws {
        do { try create().signIn("42") }
        do { try place.open().signIn("43") }
        #expect(try open().sessions().count == 2)
        let other = try VaultFolder()
        #expect(throws: VaultError(.anchorUnavailable)) {
            _ = try Vault.create(at: other.path, unlockingWith: other.source, options: options)
        }
    }

    @Test(
        "An anchor that is missing, cut or altered keeps the vault from opening, never silently",
        arguments: [
            nil, "", "sessionvault-anchor-1:", "sessionvault-anchor-2:\n", "sessionvault-anchor-1:00:1:00\n",
            "sessionvault-anchor-1:x:99999999999999999999:y\n", String(repeating: "x", count: 1_000),
        ])
    func unavailable(content: String?) throws {
        do { try create().signIn("42") }
        try FileManager.default.removeItem(atPath: anchor.path)
        if let content {
            let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
            #expect(
                FileManager.default.createFile(
                    atPath: anchor.path, contents: Data(content.utf8), attributes: attributes))
        }
        let error = #expect(throws: VaultError.self) { _ = try open() }
        #expect([.anchorUnavailable, .tooLarge].contains(error?.code))
        #expect(error?.path == anchor.path)
        #expect(throws: VaultError(.alreadyExists)) {
            _ = try content == nil ? throwExists() : FileAnchor.create(at: anchor.path)
        }
    }

    private func throwExists() throws -> FileAnchor { throw VaultError(.alreadyExists) }

    @Test("A write stays durable when the anchor can't be told; the fault shows, and the next write mends it")
    func lagging() throws {
        let flaky = FlakyAnchor()
        let vault = try Vault.create(at: place.path, unlockingWith: place.source, options: VaultOptions(anchor: flaky))
        flaky.fails.withLock { $0 = true }
        try vault.signIn("42")
        #expect(vault.anchorFault == VaultError(.anchorUnavailable))
        #expect(try place.open().sessions().count == 1)
        flaky.fails.withLock { $0 = false }
        try vault.signIn("43")
        #expect(vault.anchorFault == nil)
        #expect(flaky.state.withLock { $0 }?.sequence == 3)
    }

    @Test("Vaults that write at once leave the newest state in the anchor")
    func concurrent() async throws {
        do { _ = try create() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...4 {
                let place = place
                let options = options
                group.addTask {
                    try await OffPool.run {
                        let vault = try Vault.open(at: place.path, unlockingWith: place.source, options: options)
                        for step in 1...10 { try vault.signIn("\(number)-\(step)") }
                    }
                }
            }
            try await group.waitForAll()
        }
        let sequence = try #require(try await place.open().verify().sequence)
        #expect(try anchor.newest(of: place.open().vaultID)?.sequence == sequence)
        #expect(sequence == 41)
        #expect(try await open().sessions().count == 40)
    }
}

/// An anchor in memory that fails when it is told to.
private final class FlakyAnchor: FreshnessAnchor {
    struct Failure: Error {}
    let state = Lock<AnchoredState?>(nil)
    let fails = Lock(false)

    func newest(of vaultID: [UInt8]) throws -> AnchoredState? { state.withLock { $0 } }

    func record(_ newest: AnchoredState, of vaultID: [UInt8], overNewer: Bool) throws {
        guard fails.withLock({ !$0 }) else { throw Failure() }
        state.withLock { $0 = newest }
    }
}
