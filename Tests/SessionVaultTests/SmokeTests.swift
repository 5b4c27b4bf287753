import Sealing
import SessionVault
import Testing
import Foundation

@Test func smoke() throws {
    let dir = FileManager.default.temporaryDirectory.appendingPathComponent("sv-\(UInt64.random(in: 0 ... .max))").path
    let path = dir + "/a.vault"
    let vault = try Vault.create(at: path, unlockingWith: .passphrase(SecretBytes(utf8: "pass phrase")), cost: .weakest)
    let account = try AccountID(realm: "r", subject: "42")
    let attempt = vault.beginAttempt(via: .emailPassword)
    let answer = SignInAnswer(
        profile: AccountAnswer(account: account, role: .driver, isEnabled: true, user: UserRecord(json: SecretBytes(utf8: "{\"id\":42}"))),
        tokens: try TokenSet(access: SecretBytes(utf8: "tok-abcdefghijklmnopqrst"), expiry: .at(.now)),
        deviceCode: DeviceCode(code: SecretBytes(utf8: "dev")))
    let admission = try RoleGate(admitting: [.driver]).admit(answer, in: attempt)
    let session = try vault.admit(admission, storing: answer)
    let n = try session.accessToken.withBearer { String(decoding: [UInt8](copying: $0), as: UTF8.self) }
    #expect(n == "Bearer tok-abcdefghijklmnopqrst")
    let again = try Vault.open(at: path, unlockingWith: .passphrase(SecretBytes(utf8: "pass phrase")))
    #expect(try again.sessions().count == 1)
    #expect(try again.restore(account) != nil)
    do { _ = try Vault.open(at: path, unlockingWith: .passphrase(SecretBytes(utf8: "pass phrasf"))); Issue.record("opened") } catch { #expect(error.code == .wrongKey); print(error) }
    try again.remove(account)
    #expect(throws: VaultError.self) { _ = try session.readTokens() }
    print(dir)
}
