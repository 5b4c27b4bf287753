import Foundation
import Sealing
import Testing

@testable import SessionVault

@Suite("Account names")
struct AccountNameTests {
    let place: VaultFolder
    let vault: Vault

    init() throws {
        place = try VaultFolder()
        vault = try place.create()
    }

    static let names = [
        "/", "..", "../../etc/passwd", "a/b", "a\0b", "a\0", "\0", " ", "\n", "' OR 1=1 --", "\u{202E}", "😀",
        String(repeating: "x", count: 1_024), String(repeating: "é", count: 512),
    ]

    @Test("V08: names are data: each is an account of its own, comes back as it was, and touches no other file")
    func namesAreData() throws {
        for name in Self.names { try vault.signIn(name, token: "token") }
        let reopened = try place.open()
        #expect(try reopened.sessions().map(\.account.subject) == Self.names)
        for name in Self.names {
            let session = try #require(try reopened.restore(VaultFolder.account(name)))
            #expect(try session.readDeviceCode().map { $0.code.text } == "device-of-\(name)")
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: place.root)
        #expect(Set(files).isSubset(of: ["test.vault", "test.vault-wal", "test.vault-shm"]))
    }

    @Test(
        "V08: two Unicode normal forms of a name are one account",
        arguments: [
            ("jos\u{E9}", "jose\u{301}"), ("\u{212B}", "A\u{30A}"), ("\u{AC00}", "\u{1100}\u{1161}"),
            ("a\u{323}\u{307}", "a\u{307}\u{323}"), ("\u{958}", "\u{915}\u{93C}"),
        ])
    func normalForms(one: String, other: String) throws {
        #expect(Array(one.utf8) != Array(other.utf8))
        try vault.signIn(one, token: "first")
        try vault.signIn(other, token: "second")
        #expect(try vault.sessions().count == 1)
        #expect(try vault.restore(VaultFolder.account(one))?.readTokens().access.text == "second")
        #expect(try vault.verify().recordCount == 4)
    }

    @Test("Names that only look alike are different accounts", arguments: [("a", "A"), ("k", "\u{212A}k"), ("1", "１")])
    func lookAlikes(one: String, other: String) throws {
        try vault.signIn(one, token: "token")
        try vault.signIn(other, token: "token")
        #expect(try vault.sessions().count == 2)
    }

    @Test("The same subject in two realms is two accounts, also where realm and subject join to the same text")
    func realms() throws {
        try vault.signIn("42", realm: "one", token: "a")
        try vault.signIn("42", realm: "two", token: "b")
        try vault.signIn("e42", realm: "on", token: "c")
        #expect(try vault.sessions().count == 3)
        #expect(try vault.restore(VaultFolder.account("42", realm: "two"))?.readTokens().access.text == "b")
        try vault.remove(VaultFolder.account("42", realm: "one"))
        #expect(try vault.restore(VaultFolder.account("42", realm: "two")) != nil)
    }

    @Test(
        "A name that can't be kept is refused when it is made, not when it is read back",
        arguments: [
            ("", VaultError.Code.invalidArgument), (String(repeating: "x", count: 1_025), .tooLarge),
            (String(repeating: "\u{958}", count: 300), .tooLarge),
            (String(repeating: "\u{1D160}", count: 200), .tooLarge),
        ])
    func refusedNames(name: String, code: VaultError.Code) {
        #expect(throws: VaultError(code)) { _ = try VaultFolder.account(name) }
    }

    @Test("An account has one tag in a vault, another in another vault, and the tag holds nothing of its name")
    func tags() throws {
        let session = try vault.signIn("driver@example.com")
        let tag = try session.accountTag()
        #expect(tag == (try place.open().restore(session.account)?.accountTag()))
        let elsewhere = try VaultFolder()
        let other = try elsewhere.create().signIn("driver@example.com").accountTag()
        #expect(tag != other)
        #expect(tag.description.wholeMatch(of: /acct-[0-9a-f]{10}/) != nil)
    }
}
