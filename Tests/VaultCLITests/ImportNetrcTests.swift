import Foundation
import Sealing
import SessionVault
import TestSupport
import Testing

@testable import VaultCLI

@Suite("vault import netrc")
struct ImportNetrcTests {
    private let vault: StoredVault

    init() throws {
        vault = try StoredVault()
    }

    private func importing(_ text: String, _ options: String...) async throws -> VaultCommand.Result {
        let file = try vault.write(text, to: "netrc")
        return try await VaultCommand.run(["import", "netrc", file] + options + vault.key)
    }

    private func get(_ service: String, _ account: String = "") async throws -> String {
        try await VaultCommand.run(["secret", "get"] + vault.key + ["--", service, account]).output
    }

    @Test(
        "Machines, quoted words, comments and the default entry come as `secret get` finds them, and no value is shown")
    func entries() async throws {
        let result = try await importing(
            """
            # a comment with a quote" in it
            machine a.example login me password hunter2-one # behind it
            machine b.example
            \tlogin "me too"
            \tpassword "hunter2 \\"two\\"\\\\\\t"
            MACHINE c.example user me passwd #hunter2-three
            machine d.example password hunter2-four
            default login anonymous password hunter2-five
            """)
        #expect(result.status == 0, "\(result.errors)")
        #expect(!result.output.contains("hunter2") && !result.errors.contains("hunter2"))
        #expect(result.output.contains("a.example  me         stored\n"), "\(result.output)")
        #expect(try await get("a.example", "me") == "hunter2-one")
        #expect(try await get("b.example", "me too") == "hunter2 \"two\"\\\t")
        #expect(try await get("c.example", "me") == "#hunter2-three")
        #expect(try await get("d.example") == "hunter2-four")
        #expect(try await get("default", "anonymous") == "hunter2-five")
    }

    @Test("A macro and an entry without a password are left out and named by their lines")
    func leftovers() async throws {
        let result = try await importing(
            """
            machine a login b password c
            macdef init
            machine not.an.entry password macro

            machine nothing login b
            machine d account e login f password g
            """, "--format", "json")
        #expect(result.status == 0, "\(result.errors)")
        let json = try result.json()
        #expect(json["schema"] as? String == "sessionvault.import/1")
        let secrets = try #require(json["secrets"] as? [[String: String]])
        #expect(
            secrets == [
                ["service": "a", "account": "b", "outcome": "stored"],
                ["service": "d", "account": "f", "outcome": "stored"],
            ])
        let left = try #require(json["not_taken_over"] as? [[String: Any]])
        #expect(left.map { $0["line"] as? Int } == [2, 5, 6])
        #expect(left.map { $0["what"] as? String ?? "" }.first == "a macro")
    }

    @Test("~/.netrc is taken where no file is named")
    func usualPlace() async throws {
        _ = try vault.write("machine a login b password c\n", to: ".netrc")
        let result = try await VaultCommand.run(
            ["import", "netrc"] + vault.key, environment: ["HOME": vault.folder.path])
        #expect(result.status == 0, "\(result.errors)")
        #expect(try await get("a", "b") == "c")
    }

    @Test(
        "What is malformed is refused with its line and its mend, and nothing is stored",
        arguments: [
            ("machine a login b password c d", 1, "begins nothing"),
            ("machine a login b\npassword \"c", 2, "does not close"),
            ("machine a login b\npassword \"c\"d", 2, "does not close"),
            ("machine a login b password", 1, "`password` without a value"),
            ("machine a login b\nlogin c password d", 2, "a second `login`"),
            ("machine a login b password c\nmachine a login b password d", 2, "another value for the name of line 1"),
            ("machine a\nlogin b password c\u{0}", 2, "a zero byte"),
            ("machine \"\" login b password c", 1, "empty or no UTF-8"),
        ])
    func malformed(text: String, line: Int, what: String) async throws {
        let result = try await importing("machine first login b password c\n" + text, "--shred")
        #expect(result.status == 2)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("netrc, line \(line + 1): "), "\(result.errors)")
        if !what.contains("of line") { #expect(result.errors.contains(what), "\(result.errors)") }
        #expect(result.errors.contains("nothing was stored. "))
        #expect(result.errors.split(separator: "\n").count == 1)
        #expect(try await vault.open().secrets.names().isEmpty)
        #expect(FileManager.default.fileExists(atPath: vault.folder.path("netrc")))
    }

    @Test("An error never repeats what stands in the file")
    func quietErrors() async throws {
        let result = try await importing("machine a login b password pass hunter2\n")
        #expect(result.status == 2 && !result.errors.contains("hunter2"))
        let early = try await importing("# nothing\npassword hunter2 machine a\n")
        #expect(early.status == 2 && early.errors.contains("netrc, line 2: `password` before any machine"))
        #expect(!early.errors.contains("hunter2"))
    }

    @Test("The same entry twice counts once; the same again is there already; another value stays unless --replace")
    func again() async throws {
        let first = try await importing("machine a login b password one\nmachine a login b password one\n")
        #expect(first.status == 0 && first.output.components(separatedBy: "stored").count == 2, "\(first.output)")
        #expect(try await importing("machine a login b password one\n").output.contains("was there already"))
        let other = try await importing("machine a login b password two\nmachine c login d password e\n", "--shred")
        #expect(other.status == 1)
        #expect(other.output.contains("not stored: the vault has another value"))
        #expect(other.output.contains("was not removed"))
        #expect(try await get("a", "b") == "one")
        #expect(try await get("c", "d") == "e")
        let replaced = try await importing("machine a login b password two\n", "--replace")
        #expect(replaced.status == 0 && replaced.output.contains("replaced"))
        #expect(try await get("a", "b") == "two")
    }

    @Test("All is one transaction: where one secret can't be stored, none is")
    func oneTransaction() throws {
        let secrets = try vault.open().secrets
        let name = SecretName(service: "s", account: "a")
        let good = NamedSecret(name, SecretBytes(utf8: "value"))
        let long = NamedSecret(
            SecretName(service: String(repeating: "s", count: 1_025)), SecretBytes(utf8: "value"))
        let code = #expect(throws: VaultError.self) { try secrets.storeAll([good, long], replacing: false) }?.code
        #expect(code == .tooLarge)
        #expect(try secrets.names().isEmpty)
        #expect(try secrets.storeAll([good], replacing: false) == [.stored])
    }

    @Test("A name whose record does not open is not taken for free; --replace takes it")
    func damaged() async throws {
        #expect(try await importing("machine a login b password one\n").status == 0)
        try await vault.tamper("UPDATE record SET body = zeroblob(400) WHERE id = 1")
        let refused = try await importing("machine a login b password one\n", "--shred")
        #expect(refused.status == 1 && refused.output.isEmpty)
        #expect(refused.errors.contains("not as it was written"))
        #expect(try await importing("machine a login b password one\n", "--replace").status == 0)
        #expect(try await get("a", "b") == "one")
    }

    @Test("C1: a password that was read stands in memory once")
    func oneCopy() async throws {
        let file = vault.folder.path("netrc")
        let made = try await VaultCommand.shell(
            "(printf 'machine m login l password '; head -c 30 /dev/urandom | base64) >'\(file)'")
        #expect(made.status == 0)
        let store = try NetrcStore.read(file)
        let masked = MaskedBytes(try #require(store.secrets.first).value)
        #expect(try await ProcessMemory.count(of: masked) == 1)
        withExtendedLifetime(store) {}
    }
}
