import Foundation
import Sealing
import Testing

@testable import SessionVault

/// Several processes at one vault, and processes that end in the middle of a write.
@Suite("Processes", .serialized)
struct ProcessTests {
    let place: VaultFolder

    init() throws { place = try VaultFolder() }

    /// Every account on disk with all four of its records, or a failed expectation.
    private func wholeAccounts(_ vault: Vault) throws -> Set<String> {
        var accounts: Set<String> = []
        for session in try vault.sessions() {
            let subject = session.account.subject
            #expect(
                try session.readAll() == [
                    "token-of-\(subject)", #"{"id":"\#(subject)"}"#, "device-of-\(subject)", "push-of-\(subject)",
                ])
            accounts.insert(subject)
        }
        let found = try vault.verify()
        #expect(found.isIntact)
        #expect(found.recordCount % 4 == 0 && found.recordCount >= 4 * accounts.count)
        return accounts
    }

    @Test("V05: accounts that several processes write at once are all there")
    func writersTogether() throws {
        _ = try place.create()
        let children = try ["a", "b", "c", "d"].map { try ChildProcess("sign-in", place.path, $0, "25") }
        let said = Set(children.flatMap { $0.wait() })
        #expect(said.count == 100)
        #expect(try wholeAccounts(place.open()) == said)
    }

    @Test("V15: a reader sees whole states only, while another process writes and folds its WAL in")
    func readerBesideWriter() throws {
        let vault = try place.create()
        let child = try ChildProcess("sign-in", place.path, "w", "60")
        var seen: Set<String> = []
        while let lines = child.nextLines() {
            seen.formUnion(lines)
            let accounts = try wholeAccounts(vault)
            #expect(seen.isSubset(of: accounts))
            _ = try place.open()
        }
        #expect(seen.count == 60)
    }

    @Test("A vault that is opened twice in a process loses nothing when another process comes and goes")
    func openedTwice() throws {
        let first = try place.create()
        for round in 1...5 {
            _ = try place.open()
            #expect(try ChildProcess("sign-in", place.path, "child-\(round)", "1").wait() == ["child-\(round)-1"])
            try first.signIn("own-\(round)")
        }
        #expect(try wholeAccounts(place.open()).count == 10)
    }

    @Test("K09: of processes that make a vault at once, one does and the others learn so")
    func createdOnce() throws {
        for round in 1...5 {
            let path = place.file("\(round).vault")
            let children = try (1...4).map { _ in try ChildProcess("create", path, "077") }
            let said = children.flatMap { $0.wait() }.sorted()
            #expect(said == ["alreadyExists", "alreadyExists", "alreadyExists", "created"])
            _ = try Vault.open(at: path, unlockingWith: place.source)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.root).filter { $0.contains(".new-") } == [])
    }

    @Test("A creation that is killed leaves a whole vault or none at its name")
    func killedCreation() throws {
        for round in 1...20 {
            let path = place.file("\(round).vault")
            let child = try ChildProcess("create", path, "077")
            usleep(UInt32(round) * 4_000)
            child.kill()
            do throws(VaultError) {
                #expect(try Vault.open(at: path, unlockingWith: place.source).sessions().isEmpty)
            } catch {
                #expect(error.code == .absent)
                _ = try Vault.create(at: path, unlockingWith: place.source, cost: .weakest)
            }
        }
    }

    @Test(
        "V04: with the file-size limit reached, what was acknowledged stays whole, and it goes on under a higher limit")
    func fileSizeLimit() throws {
        _ = try place.create()
        let said = try ChildProcess("starve", place.path, "300000").wait()
        #expect(said.contains("noSpace"))
        #expect(said.last == "fed-1")
        #expect(try wholeAccounts(place.open()) == Set(said).subtracting(["noSpace"]))
    }
}
