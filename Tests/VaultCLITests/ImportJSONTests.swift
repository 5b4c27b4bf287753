import Foundation
import SessionVault
import TestSupport
import Testing

@testable import VaultCLI

@Suite("vault import json")
struct ImportJSONTests {
    private let vault: StoredVault

    init() throws {
        vault = try StoredVault()
    }

    private func importing(_ text: String, _ options: String...) async throws -> VaultCommand.Result {
        let file = try vault.write(text, to: "credentials.json")
        return try await VaultCommand.run(["import", "json", file] + options + vault.key)
    }

    private func get(_ service: String, _ account: String = "") async throws -> String {
        try await VaultCommand.run(["secret", "get"] + vault.key + ["--", service, account]).output
    }

    @Test("A value comes from the end of its path, escapes resolved, under the name that was given")
    func value() async throws {
        let text = #"{"a": {"b": {"token": "hunter2\u0041\n\"x", "n": 41}}, "list": [{"k": "v"}], "d.o,t": "dot"}"#
        let one = try await importing(text, "--path", "a.b.token", "--service", "S", "--account", "A")
        #expect(one.status == 0, "\(one.errors)")
        #expect(!one.output.contains("hunter2") && !one.errors.contains("hunter2"))
        #expect(try await get("S", "A") == "hunter2A\n\"x")
        #expect(try await importing(text, "--path", #"d\.o\,t"#, "--service", "D").status == 0)
        #expect(try await get("D") == "dot")
        #expect(try await importing(text, "--path", "a.b.n,list.0.k", "--service", "L").status == 0)
        #expect(try await get("L", "a.b.n") == "41")
        #expect(try await get("L", "list.0.k") == "v")
    }

    @Test(
        "A path without a value and a document that is none are refused, and nothing is stored",
        arguments: [
            (#"{"token": "t"}"#, "missing", "there is nothing at --path missing"),
            (#"{"token": {"a": "t"}}"#, "token", "neither text nor a number"),
            (#"{"token": null}"#, "token", "neither text nor a number"),
            (#"{"token": ["t"]}"#, "token.1", "there is nothing at"),
            ("{\"token\":\n\n tru}", "token", "credentials.json, line 3: "),
            ("{\"token\": 1,\n \"token\": 2}", "token", "line 2: not acceptable as JSON: the same key twice"),
            ("", "token", "line 1: not acceptable as JSON: it ends too early"),
        ])
    func refused(text: String, path: String, what: String) async throws {
        let result = try await importing(text, "--path", path, "--service", "S", "--shred")
        #expect(result.status == 2)
        #expect(result.output.isEmpty && result.errors.contains(what), "\(result.errors)")
        #expect(result.errors.contains("nothing was stored. "))
        #expect(try await vault.open().secrets.names().isEmpty)
        #expect(FileManager.default.fileExists(atPath: vault.folder.path("credentials.json")))
    }

    @Test(
        "Paths are keys with dots, and a list of them has commas",
        arguments: [
            ("a", [["a"]]), ("a.b,c", [["a", "b"], ["c"]]), (#"a\.b.c\\"#, [["a.b", #"c\"#]]), ("a..b", nil), ("", nil),
            ("a,", nil), (#"a\"#, nil),
        ] as [(String, [[String]]?)])
    func paths(text: String, keys: [[String]]?) {
        #expect(KeyPath.list(text)?.map(\.keys) == keys)
    }

    @Test(
        "Names that are missing or don't fit are wrong usage",
        arguments: [
            (["--path", "a"], "--service S is missing"), (["--service", "s"], "--path PATH,… is missing"),
            (["--path", "a..b", "--service", "s"], "--path takes keys"),
            (["--path", "a,b", "--service", "s", "--account", "c"], "--account goes with a single path"),
            (["--path", "a", "--service", "s", "--shred", "--keep"], "can't go together"),
            (["--pth", "a"], "no option --pth; did you mean --path?"),
            (["--shed"], "no option --shed; did you mean --shred?"),
        ])
    func usage(options: [String], message: String) async throws {
        let result = try await VaultCommand.run(["import", "json", "file.json"] + options + vault.key)
        #expect(result.status == 2 && result.output.isEmpty)
        #expect(result.errors.contains(message), "\(result.errors)")
    }

    @Test("C1: a value that was read stands in memory once")
    func oneCopy() async throws {
        let file = vault.folder.path("c.json")
        let made = try await VaultCommand.shell(
            "(printf '{\"t\":\"'; head -c 30 /dev/urandom | base64 | tr -d '\\n'; printf '\"}') >'\(file)'")
        #expect(made.status == 0)
        let path = try #require(KeyPath.list("t")?.first)
        let store = try JSONStore.read(file, [(path, .init(service: "s"))])
        let masked = MaskedBytes(try #require(store.secrets.first).value)
        #expect(try await ProcessMemory.count(of: masked) == 1)
        withExtendedLifetime(store) {}
    }
}
