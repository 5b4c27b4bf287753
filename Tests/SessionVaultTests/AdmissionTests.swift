import Sealing
import Testing

@testable import SessionVault

@Suite("Admission")
struct AdmissionTests {
    let place: VaultFolder
    let vault: Vault

    init() throws {
        place = try VaultFolder()
        vault = try place.create()
    }

    @Test("C5, S21: an answer whose attempt was ended is not written")
    func lateAnswer() throws {
        let attempt = vault.beginAttempt(via: .emailPassword)
        let answer = try VaultFolder.answer("42")
        let admission = try VaultFolder.gate.admit(answer, in: attempt)
        #expect(attempt.end())
        let refusal = vault.refusal(of: admission, storing: answer)
        #expect(refusal == .attemptEnded)
        #expect(try vault.verify().recordCount == 0)
    }

    @Test("An attempt admits once: a second admission of it is refused")
    func singleUse() throws {
        let attempt = vault.beginAttempt(via: .emailPassword)
        let answer = try VaultFolder.answer("42")
        _ = try vault.admit(try VaultFolder.gate.admit(answer, in: attempt), storing: answer)
        #expect(!attempt.isLive)
        let again = try VaultFolder.gate.admit(answer, in: attempt)
        let refusal = vault.refusal(of: again, storing: answer)
        #expect(refusal == .attemptEnded)
    }

    @Test("An admission is of one answer: another one, of the same account too, is refused", arguments: ["42", "43"])
    func otherAnswer(subject: String) throws {
        let answer = try VaultFolder.answer("42")
        let other = try VaultFolder.answer(subject, role: .customer)
        let admission = try VaultFolder.gate.admit(answer, in: vault.beginAttempt(via: .emailPassword))
        let refusal = vault.refusal(of: admission, storing: other)
        #expect(refusal == .wrongAdmission)
        #expect(try vault.verify().recordCount == 0)
    }

    @Test("An admission for one vault is refused by another")
    func otherVault() throws {
        let elsewhere = try VaultFolder()
        let other = try elsewhere.create()
        let answer = try VaultFolder.answer("42")
        let admission = try VaultFolder.gate.admit(answer, in: other.beginAttempt(via: .emailPassword))
        let refusal = vault.refusal(of: admission, storing: answer)
        #expect(refusal == .wrongAdmission)
    }

    @Test("S23: a sign-in whose last record is over its limit writes none of its records")
    func oneTransaction() throws {
        let answer = SignInAnswer(
            profile: try VaultFolder.profile("42"), tokens: try TokenSet(access: SecretBytes(utf8: "token-of-42")),
            notification: NotificationIdentity(token: SecretBytes(zeroed: 4_097), app: "app"))
        let admission = try VaultFolder.gate.admit(answer, in: vault.beginAttempt(via: .emailPassword))
        let refusal = vault.refusal(of: admission, storing: answer)
        #expect(refusal == .tooLarge)
        #expect(try vault.verify().recordCount == 0)
    }

    @Test("S23: a transaction that fails after its first write leaves no row, and the next one works")
    func rollsBack() throws {
        #expect(throws: VaultError(.inputOutput)) {
            try vault.transact { (transaction) throws(VaultError) in
                try transaction.put(
                    UserRecord(json: SecretBytes(utf8: "{}")), of: try AccountID(realm: "r", subject: "half"))
                throw VaultError(.inputOutput)
            }
        }
        #expect(try vault.verify().recordCount == 0)
        try vault.signIn("42")
        #expect(try vault.verify().isIntact)
    }

    @Test("A sign-in without device code and push identity removes the account's older ones")
    func replacementClears() throws {
        try vault.signIn("42")
        try vault.signIn("43")
        let session = try vault.signIn("42", token: "second", hasExtras: false)
        #expect(try session.readAll() == ["second", #"{"id":"42"}"#, nil, nil])
        #expect(try vault.restore(VaultFolder.account("43"))?.readDeviceCode().map { $0.code.text } == "device-of-43")
        #expect(try vault.verify().recordCount == 6)
    }

    @Test("A locked vault refuses an admission and leaves its attempt live")
    func locked() throws {
        let attempt = vault.beginAttempt(via: .emailPassword)
        let answer = try VaultFolder.answer("42")
        vault.lock()
        let admission = try VaultFolder.gate.admit(answer, in: attempt)
        let refusal = vault.refusal(of: admission, storing: answer)
        #expect(refusal == .locked)
        #expect(attempt.isLive)
    }

    @Test(
        "V11: a value over its limit is refused by name, one at its limit comes back whole",
        arguments: [1_048_576, 1_048_577])
    func largeUser(size: Int) throws {
        let answer = SignInAnswer(
            profile: AccountAnswer(
                account: try VaultFolder.account("42"), role: .driver, isEnabled: true,
                user: UserRecord(json: SecretBytes(zeroed: size))),
            tokens: try TokenSet(access: SecretBytes(utf8: "token-of-42")))
        let admission = try VaultFolder.gate.admit(answer, in: vault.beginAttempt(via: .emailPassword))
        guard size <= UserRecord.sizeLimit else {
            let refusal = vault.refusal(of: admission, storing: answer)
            #expect(refusal == .tooLarge)
            return
        }
        #expect(try vault.admit(admission, storing: answer).readUser().map { "\($0.json.count)" } == "\(size)")
    }

    @Test("S04: tokens come back with their refresh token, expiry and scopes; an unknown expiry stays unknown")
    func tokenFields() throws {
        for expiry in [Expiry.unknown, .at(UnixTime(milliseconds: 0)), .at(UnixTime(milliseconds: .max))] {
            let answer = SignInAnswer(
                profile: try VaultFolder.profile("42"),
                tokens: try TokenSet(
                    access: SecretBytes(utf8: "token-of-42"), refresh: SecretBytes(utf8: "refresh-of-42"),
                    expiry: expiry, scopes: ["orders", "größe", ""]))
            let tokens = try vault.admit(
                try VaultFolder.gate.admit(answer, in: vault.beginAttempt(via: .openID)), storing: answer
            ).readTokens()
            #expect(tokens.refreshText == "refresh-of-42")
            #expect(tokens.expiry == expiry)
            #expect(tokens.scopes == ["orders", "größe", ""])
        }
    }

    @Test(
        "S09: an access token that is empty, or that no header may hold, is refused",
        arguments: ["", "a b", "a\r\nX: y", "a\0", "é"])
    func unusableToken(text: String) {
        #expect(throws: VaultError(.invalidArgument)) { _ = try TokenSet(access: SecretBytes(utf8: text)) }
    }
}
