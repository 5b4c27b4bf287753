import SafeLogging
import Sealing
import TestSupport
import Testing

@testable import SessionVault

/// Reads of a token that neither ask SQLite nor open anything, since nobody has written to the vault.
@Suite("Tokens that are ready")
struct ReadyTokensTests {
    let place: VaultFolder

    init() throws { place = try VaultFolder() }

    private func bearer(_ session: Session<some SessionStanding>) throws -> String {
        try session.accessToken.withBearer { String(decoding: [UInt8](copying: $0), as: UTF8.self) }
    }

    @Test(
        "The second read of an unchanged vault asks the store nothing; after any write, it does",
        arguments: [true, false])
    func asksNothing(isOwnRecord: Bool) throws {
        let store = CountingStore()
        let vault = try Vault.create(in: store, unlockingWith: place.source, cost: .weakest)
        let session = try vault.signIn("42")
        #expect(try bearer(session) == "Bearer token-of-42")
        let reads = store.reads
        for _ in 0..<10 { #expect(try bearer(session) == "Bearer token-of-42") }
        #expect(try session.readTokens().access.text == "token-of-42")
        #expect(store.reads == reads)
        if isOwnRecord {
            try session.replaceTokens(with: TokenSet(access: SecretBytes(utf8: "second")))
        } else {
            try vault.signIn("43")
        }
        let later = store.reads
        #expect(try bearer(session) == (isOwnRecord ? "Bearer second" : "Bearer token-of-42"))
        #expect(store.reads == later + 1)
    }

    @Test("A file's stamp stays while nobody writes, and is another after each write of anybody")
    func stamp() throws {
        let vault = try place.create()
        let other = try place.open()
        let session = try vault.signIn("42")
        #expect(try bearer(session) == "Bearer token-of-42")
        var seen = [try #require(vault.store.stamp())]
        #expect(vault.store.stamp() == seen[0] && other.store.stamp() == seen[0])
        for number in 0..<20 {
            try other.secrets.set(SecretBytes(utf8: "\(number)"), for: SecretName(service: "s"))
            if number == 10 { other.store.purge() }
            let stamp = try #require(vault.store.stamp())
            #expect(!seen.contains(stamp))
            seen.append(stamp)
        }
        #expect(try bearer(session) == "Bearer token-of-42")
    }

    @Test(
        "S01: a token that another process has stored is never missed, whenever it is stored, and masked from then on")
    func neverMissed() throws {
        let vault = try place.create()
        let session = try vault.signIn("42")
        let child = try ChildProcess("count", place.path, "42", "500")
        var (last, reads) = (0, 0)
        while let lines = child.nextLines() {
            guard let said = lines.last.flatMap({ Int($0) }) else { continue }
            for _ in 0..<50 {
                let number = try #require(Int(bearer(session).dropFirst("Bearer made-up-token-".count)))
                #expect(number >= said && number >= last)
                last = number
                reads += 1
            }
        }
        _ = child.wait()
        #expect(child.hasSucceeded)
        let newest = "made-up-token-000000000500"
        #expect(try bearer(session) == "Bearer \(newest)")
        #expect(reads >= 500)
        let sink = MemorySink()
        SafeLogger(category: "t", sinks: [sink]).error("sent \(newest, privacy: .public)")
        #expect(sink.lines.count == 1 && !sink.lines[0].contains(newest))
    }

    @Test("S10: none is left after a lock, a sign-out or a replacement")
    func gone() throws {
        let vault = try place.create()
        let session = try vault.signIn("42")
        _ = try bearer(session)
        vault.lock()
        #expect(vault.readyTokens.tokens(of: session.identity, at: nil) == nil)
        #expect(throws: VaultError(.locked)) { try bearer(session) }
        try vault.unlock(with: place.source)
        #expect(try bearer(session) == "Bearer token-of-42")
        let later = try vault.signIn("42", token: "later")
        #expect(throws: VaultError(.sessionEnded)) { try bearer(session) }
        #expect(vault.readyTokens.tokens(of: session.identity, at: nil) == nil)
        #expect(try bearer(later) == "Bearer later")
        try later.remove()
        #expect(throws: VaultError(.sessionEnded)) { try bearer(later) }
        #expect(vault.readyTokens.tokens(of: later.identity, at: nil) == nil)
    }

    @Test("No more than 16 sessions' tokens are kept ready")
    func bounded() throws {
        let vault = try place.create()
        let sessions = try (0..<20).map { try vault.signIn("\($0)", hasExtras: false) }
        for session in sessions { _ = try bearer(session) }
        #expect(sessions.filter { vault.readyTokens.tokens(of: $0.identity, at: nil) != nil }.count == 16)
        for (number, session) in sessions.enumerated() { #expect(try bearer(session) == "Bearer token-of-\(number)") }
    }
}
