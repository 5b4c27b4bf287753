import Sealing
import TestSupport
import Testing

@testable import SessionVault

/// Reads of a session's small records that neither ask SQLite nor open anything, since nobody has written to the vault.
@Suite("Records that are ready")
struct ReadyRecordsTests {
    let place: VaultFolder

    init() throws { place = try VaultFolder() }

    private static let kinds: [RecordKind] = [.user, .device, .notification]

    private func read(_ kind: RecordKind, _ session: Session<some SessionStanding>) throws -> String? {
        switch kind {
        case .device: try session.readDeviceCode().map { $0.code.text }
        case .notification: try session.readNotification().map { $0.token.text }
        default: try session.readUser().map { $0.json.text }
        }
    }

    private func isReady(_ kind: RecordKind, _ session: Session<some SessionStanding>, _ vault: Vault) -> Bool {
        vault.store.stamp().map { vault.readyRecords.record(kind, of: session.identity, at: $0) != nil } ?? false
    }

    @Test(
        "The second read of an unchanged vault asks the store nothing, and gives the same; after any write, it asks",
        arguments: kinds)
    func asksNothing(kind: RecordKind) throws {
        let store = CountingStore()
        let vault = try Vault.create(in: store, unlockingWith: place.source, cost: .weakest)
        let session = try vault.signIn("42")
        let first = try #require(try read(kind, session))
        let reads = store.reads
        for _ in 0..<10 { #expect(try read(kind, session) == first) }
        #expect(store.reads == reads)
        try vault.signIn("43")
        let later = store.reads
        #expect(try read(kind, session) == first)
        #expect(store.reads == later + 1)
    }

    @Test("S01: what another handle or process has written is read at once", arguments: [true, false])
    func neverMissed(isRotated: Bool) throws {
        let vault = try place.create()
        let session = try vault.signIn("42")
        let other = try place.open()
        for number in 0..<20 {
            #expect(try read(.user, session) == (number == 0 ? #"{"id":"42"}"# : #"{"number":\#(number - 1)}"#))
            let restored = try #require(try other.restore(session.account))
            let profile = try VaultFolder.profile("42", json: #"{"number":\#(number)}"#)
            let admission = try VaultFolder.gate.admit(profile, in: other.beginConfirmation(of: restored))
            _ = try other.confirm(restored, by: admission, storing: profile)
            if isRotated, number == 10 { try other.rotate() }
        }
        #expect(try read(.user, session) == #"{"number":19}"#)
    }

    @Test("S10: none is left after a lock, a sign-out or a replacement", arguments: kinds)
    func gone(kind: RecordKind) throws {
        let vault = try place.create()
        let session = try vault.signIn("42")
        _ = try read(kind, session)
        #expect(isReady(kind, session, vault))
        vault.lock()
        #expect(!isReady(kind, session, vault))
        #expect(throws: VaultError(.locked)) { _ = try read(kind, session) }
        try vault.unlock(with: place.source)
        _ = try read(kind, session)
        let later = try vault.signIn("42", token: "later")
        #expect(throws: VaultError(.sessionEnded)) { _ = try read(kind, session) }
        #expect(!isReady(kind, session, vault))
        _ = try read(kind, later)
        _ = try later.readTokens()
        #expect(isReady(kind, later, vault))
        try later.remove()
        #expect(!isReady(kind, later, vault))
        #expect(vault.readyRecords.count == 0)
        #expect(vault.readyTokens.tokens(of: later.identity, at: nil) == nil)
        #expect(throws: VaultError(.sessionEnded)) { _ = try read(kind, later) }
    }

    @Test("No more than 16 records are kept ready, and none that is long")
    func bounded() throws {
        let vault = try place.create()
        let sessions = try (0..<20).map { try vault.signIn("\($0)", hasExtras: false) }
        for session in sessions { _ = try read(.user, session) }
        #expect(sessions.filter { isReady(.user, $0, vault) }.count == 16)
        for (number, session) in sessions.enumerated() { #expect(try read(.user, session) == #"{"id":"\#(number)"}"#) }
        let long = #"{"id":"\#(String(repeating: "x", count: 20_000))"}"#
        let profile = try VaultFolder.profile("0", json: long)
        let answer = SignInAnswer(profile: profile, tokens: try TokenSet(access: SecretBytes(utf8: "token")))
        let session = try vault.admit(
            VaultFolder.gate.admit(answer, in: vault.beginAttempt(via: .emailPassword)), storing: answer)
        #expect(try read(.user, session) == long)
        #expect(!isReady(.user, session, vault))
    }
}
