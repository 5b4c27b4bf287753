import Foundation
import TestSupport
import Testing

@testable import VaultCLI

/// Every answer that a test reads as JSON is held against its schema; these tests see to those that no other one reads.
@Suite("--format json")
struct SchemaTests {
    private static func sourceText() throws -> String {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/VaultCLI")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var text = ""
        for case let file as URL in files
        where file.pathExtension == "swift" && file.lastPathComponent != "AnswerSchemas.swift" {
            text += try String(contentsOf: file, encoding: .utf8)
        }
        return text
    }

    @Test("Every schema that the code names is documented, and every command has one")
    func complete() throws {
        let quoted = try Self.sourceText().split(separator: "\"").map(String.init)
        let named = Set(quoted.filter { $0.hasSuffix("/1") && $0.dropLast(2).allSatisfy { $0.isLetter || $0 == "-" } })
        #expect(named == Set(AnswerSchemas.all.map(\.name)))
        #expect(Set(AnswerSchemas.all.flatMap(\.commands)) == Set(CommandTable.commands.map(\.name)))
    }

    @Test("The manual page has them all")
    func manual() async throws {
        let page = try await VaultCommand.run("man").output
        for schema in AnswerSchemas.all { #expect(page.contains("\\fBsessionvault.\(Roff.literal(schema.name))\\fR")) }
        for part in AnswerSchemas.parts { #expect(page.contains("\n.TP\n\\fB\(part.name)\\fR\n")) }
    }

    @Test("An answer of another shape is told")
    func faults() throws {
        let shape = try AnswerShape("{a: text, b?: number, c: [{d: time?}], e: flag}")
        func faults(_ json: String) throws -> [String] {
            shape.faults(of: try JSONSerialization.jsonObject(with: Data(json.utf8)))
        }
        #expect(try faults(#"{"a": "x", "c": [{"d": null}, {"d": "2026-01-01T00:00:00.000Z"}], "e": true}"#).isEmpty)
        #expect(try faults(#"{"a": 1, "c": [], "e": true}"#) == ["answer.a is no text"])
        #expect(
            try faults(#"{"a": "x", "b": true, "c": [], "e": 1}"#).sorted() == [
                "answer.b is no number", "answer.e is no flag",
            ])
        #expect(try faults(#"{"a": "x", "c": [{"d": "today"}], "e": true}"#) == ["answer.c[0].d is no time"])
        #expect(
            try faults(#"{"c": [], "e": true, "f": 0}"#).sorted() == [
                "answer.a is missing", "answer.f is not documented",
            ])
    }

    @Test("The answers of the commands that need no server have their shapes")
    func answers() async throws {
        let vault = try StoredVault()
        try vault.admit()
        let log = try vault.write(StoredVault.secrets[0] + " sk_live_made_up_0123456789abcdef\n", to: "a.log")
        let netrc = try vault.write("machine a login b password c\nmachine d\n", to: "netrc")
        let other = vault.folder.path("other.vault")
        let newKey = vault.folder.path("key-2")
        let backup = vault.folder.path("backup")
        let lines: [(arguments: [String], schema: String)] = [
            (["inspect"] + vault.key, "inspect/1"), (["inspect", "--vault", vault.path], "inspect/1"),
            (["inspect", "--events"] + vault.key, "inspect-events/1"),
            (["inspect", "--logs", "--shapes", log] + vault.key, "leaks/1"), (["verify"] + vault.key, "verify/1"),
            (["repair"] + vault.key, "repair/1"), (["backup", backup] + vault.key, "backup/1"),
            (["restore", backup, "--vault", other, "--key-file", vault.keyFile], "restore/1"),
            (["set-aside", "--yes", "--vault", other], "set-aside/1"),
            (["init", "--vault", other, "--key-file", vault.keyFile], "init/1"),
            (["slots", "list", "--vault", vault.path], "slots-list/1"),
            (["slots", "add", "key-file", "--new-key-file", newKey] + vault.key, "slots-add/1"),
            (["slots", "add", "recovery-code"] + vault.key, "slots-add/1"),
            (["slots", "remove", "2"] + vault.key, "slots-remove/1"), (["lock", "--vault", vault.path], "lock/1"),
            (["rotate"] + vault.key, "rotate/1"), (["import", "netrc", netrc] + vault.key, "import/1"),
            (["secret", "set", "s"] + vault.key, "secret-set/1"), (["secret", "get", "s"] + vault.key, "secret-get/1"),
            (["secret", "list"] + vault.key, "secret-list/1"),
            (["secret", "remove", "s"] + vault.key, "secret-remove/1"), (["status"] + vault.key, "status/1"),
            (["status", "--branches", "--vault", vault.path], "branches/1"), (["version"], "version/1"),
            (["man"], "man/1"), (["completions", "bash"], "completions/1"),
        ]
        for (arguments, schema) in lines {
            let result = try await VaultCommand.run(arguments + ["--format", "json"], input: "value")
            let answer = try result.json()
            #expect(answer["schema"] as? String == "sessionvault.\(schema)", "\(arguments) \(result.errors)")
        }
    }
}
