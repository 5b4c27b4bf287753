import Sealing
import Testing

@testable import SessionVault

@Suite("Sessions")
struct SessionTests {
    let place: VaultFolder
    let vault: Vault

    init() throws {
        place = try VaultFolder()
        vault = try place.create()
    }

    private func confirm(_ session: ProvisionalSession, _ profile: borrowing AccountAnswer) throws -> AdmittedSession {
        let admission = try VaultFolder.gate.admit(profile, in: vault.beginConfirmation(of: session))
        return try vault.confirm(session, by: admission, storing: profile)
    }

    @Test("The whole session comes back from another opening of the vault, byte for byte")
    func comesBack() throws {
        try vault.signIn("42")
        let restored = try #require(try place.open().restore(VaultFolder.account("42")))
        #expect(try restored.readAll() == ["token-of-42", #"{"id":"42"}"#, "device-of-42", "push-of-42"])
        #expect(
            try restored.accessToken.withBearer { String(decoding: [UInt8](copying: $0), as: UTF8.self) }
                == "Bearer token-of-42")
    }

    @Test("S01: every handle reads the token that was written last, by whichever process")
    func readsNewest() throws {
        let session = try vault.signIn("42")
        let elsewhere = try #require(try place.open().restore(session.account))
        try session.replaceTokens(with: TokenSet(access: SecretBytes(utf8: "second")))
        #expect(try elsewhere.readTokens().access.text == "second")
    }

    @Test("An admitted session replaces tokens, device code and push identity, and drops the latter two")
    func updates() throws {
        let session = try vault.signIn("42")
        try session.replaceTokens(with: TokenSet(access: SecretBytes(utf8: "second")))
        try session.setDeviceCode(DeviceCode(code: SecretBytes(utf8: "device 2")))
        try session.setNotification(NotificationIdentity(token: SecretBytes(utf8: "push 2"), app: "other"))
        #expect(try session.readAll() == ["second", #"{"id":"42"}"#, "device 2", "push 2"])
        try session.setDeviceCode(nil)
        try session.setNotification(nil)
        #expect(try session.readAll() == ["second", #"{"id":"42"}"#, nil, nil])
        #expect(try vault.verify().isIntact)
        #expect(throws: VaultError(.tooLarge)) {
            try session.setDeviceCode(DeviceCode(code: SecretBytes(zeroed: 4_097)))
        }
    }

    @Test("S11, S35: a session that was signed out can't write, nor read as if there were nothing")
    func endedSession() throws {
        let session = try vault.signIn("42")
        try vault.signIn("43")
        try vault.remove(session.account)
        try expectEnded(session)
        #expect(try vault.restore(session.account) == nil)
        #expect(try vault.sessions().map(\.account.subject) == ["43"])
    }

    @Test("S21, S35: a session that a later sign-in of its account replaced can't write or read the later one's")
    func replacedSession() throws {
        let session = try vault.signIn("42")
        let later = try vault.signIn("42", token: "later", hasExtras: false)
        try expectEnded(session)
        #expect(try later.readAll() == ["later", #"{"id":"42"}"#, nil, nil])
    }

    private func expectEnded(_ session: AdmittedSession) throws {
        let sequence = try vault.verify().sequence
        let tokens = try TokenSet(access: SecretBytes(utf8: "stale"))
        #expect(throws: VaultError(.sessionEnded)) { try session.replaceTokens(with: tokens) }
        #expect(throws: VaultError(.sessionEnded)) {
            try session.setDeviceCode(DeviceCode(code: SecretBytes(utf8: "stale")))
        }
        #expect(throws: VaultError(.sessionEnded)) { try session.setNotification(nil) }
        #expect(throws: VaultError(.sessionEnded)) { _ = try session.readTokens() }
        #expect(throws: VaultError(.sessionEnded)) { _ = try session.readUser().map { _ in "" } }
        #expect(throws: VaultError(.sessionEnded)) { _ = try session.readDeviceCode().map { _ in "" } }
        #expect(throws: VaultError(.sessionEnded)) { _ = try session.readNotification().map { _ in "" } }
        #expect(throws: VaultError(.sessionEnded)) { _ = try session.accessToken.withBearer { _ in 0 } }
        #expect(throws: VaultError(.sessionEnded)) { _ = try session.accessToken.copy().count }
        #expect(try vault.verify().sequence == sequence)
    }

    @Test("S25: removing a session removes its own records, never those of the account's later session or of others")
    func removesItsOwn() throws {
        let stale = try vault.signIn("42")
        let later = try vault.signIn("42", token: "later")
        let other = try vault.signIn("43")
        try stale.remove()
        #expect(try later.readTokens().access.text == "later")
        try later.remove()
        try later.remove()
        #expect(try other.readAll() == ["token-of-43", #"{"id":"43"}"#, "device-of-43", "push-of-43"])
        #expect(try vault.verify().recordCount == 4)
        #expect(try vault.verify().isIntact)
    }

    @Test("S10: signing out clears every kind of record of the account")
    func clearsEveryKind() throws {
        try vault.signIn("42").remove()
        #expect(try vault.verify().recordCount == 0)
        try vault.signIn("42")
        try vault.signIn("43")
        try vault.removeAllSessions()
        #expect(try vault.verify().recordCount == 0)
        #expect(try !vault.hasRecords(of: VaultFolder.account("42")))
    }

    @Test("B8, D5, C4: a restored session is provisional, and is admitted only by an answer through the gate")
    func confirmation() throws {
        try vault.signIn("42")
        let restored = try #require(try vault.restore(VaultFolder.account("42")))
        #expect(type(of: restored) == Session<Provisional>.self)
        let profile = try VaultFolder.profile("42", json: #"{"id":"42","new":true}"#)
        let admitted = try confirm(restored, profile)
        #expect(type(of: admitted) == Session<Admitted>.self)
        #expect(try admitted.readAll() == ["token-of-42", #"{"id":"42","new":true}"#, "device-of-42", "push-of-42"])
        try admitted.setDeviceCode(nil)
    }

    @Test("B8: an answer about another account, a disabled one or one of another role confirms nothing")
    func refusedConfirmation() throws {
        try vault.signIn("42")
        let restored = try #require(try vault.restore(VaultFolder.account("42")))
        let refusals: [(WrongRole.Reason, String, Role?, Bool?)] = [
            (.otherAccount, "43", .driver, true), (.accountDisabled, "42", .driver, false),
            (.roleNotAllowed(.customer), "42", .customer, true), (.roleMissing, "42", nil, true),
        ]
        for (reason, subject, role, isEnabled) in refusals {
            let profile = try VaultFolder.profile(subject, role: role, isEnabled: isEnabled)
            #expect(throws: WrongRole(reason: reason)) { _ = try confirm(restored, profile) }
        }
        #expect(try restored.readUser().map { $0.json.text } == #"{"id":"42"}"#)
    }

    @Test("S11, S21: a confirmation that comes after the session was replaced or removed is dropped")
    func lateConfirmation() throws {
        try vault.signIn("42")
        let restored = try #require(try vault.restore(VaultFolder.account("42")))
        let later = try vault.signIn("42", token: "later")
        let profile = try VaultFolder.profile("42", json: #"{"stale":true}"#)
        #expect(throws: VaultError(.sessionEnded)) { _ = try confirm(restored, profile) }
        #expect(try later.readUser().map { $0.json.text } == #"{"id":"42"}"#)
        try later.remove()
        #expect(throws: VaultError(.sessionEnded)) { _ = try confirm(restored, profile) }
        #expect(try vault.verify().recordCount == 0)
    }

    @Test("An admission of one account's answer does not confirm another account's session")
    func wrongSession() throws {
        try vault.signIn("42")
        try vault.signIn("43")
        let restored = try #require(try vault.restore(VaultFolder.account("43")))
        let profile = try VaultFolder.profile("42")
        let admission = try VaultFolder.gate.admit(profile, in: vault.beginAttempt(via: .emailPassword))
        do throws(VaultError) {
            _ = try vault.confirm(restored, by: admission, storing: profile)
            Issue.record("confirmed")
        } catch { #expect(error.code == .wrongAdmission) }
    }

    @Test(
        "Several accounts live side by side; a sign-in that removes its realm's others does so in its own transaction")
    func severalAccounts() throws {
        for subject in ["1", "2", "3"] { try vault.signIn(subject) }
        try vault.signIn("4", realm: "example/two")
        #expect(try vault.sessions().map(\.account.subject) == ["1", "2", "3", "4"])
        let before = try vault.verify().sequence
        let answer = try VaultFolder.answer("2")
        let admission = try VaultFolder.gate.admit(answer, in: vault.beginAttempt(via: .emailPassword))
        _ = try vault.admit(admission, storing: answer, removingOthers: true, keepingLogouts: false)
        #expect(try vault.sessions().map(\.account.subject) == ["2", "4"])
        #expect(try vault.verify().sequence == before.map { $0 + 1 })
        #expect(try vault.verify().isIntact)
    }

    @Test("C1: no description or reflection of a session, account or answer shows a value")
    func redacted() throws {
        let session = try vault.signIn("driver@example.com")
        for value in [session, session.account, session.accessToken, session.core] as [Any] {
            var dumped = ""
            dump(value, to: &dumped)
            for text in ["\(value)", String(reflecting: value), dumped] {
                #expect(!text.contains("driver@example.com") && !text.contains("token-of"))
            }
        }
    }
}
