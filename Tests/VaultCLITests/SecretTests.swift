import Foundation
import Sealing
import SessionVault
import TestSupport
import Testing

@Suite("vault secret")
struct SecretTests {
    private let vault: StoredVault

    init() throws {
        vault = try StoredVault()
    }

    private func run(_ arguments: String..., input: String = "") async throws -> VaultCommand.Result {
        try await VaultCommand.run(["secret"] + arguments + vault.key, input: input)
    }

    /// Runs a shell line in which `secret VERB` is the command with its key.
    private func shell(_ line: String) async throws -> VaultCommand.Result {
        let command = #"secret() { "$VAULT" secret "$@" --vault "$V" --key-file "$K"; }; cd "$D"; "#
        let folder = URL(filePath: vault.path).deletingLastPathComponent().path()
        return try await VaultCommand.shell(
            command + line, environment: ["V": vault.path, "K": vault.keyFile, "D": folder])
    }

    private func store(_ value: String, _ service: String, _ account: String = "") throws {
        try vault.open().secrets.set(SecretBytes(utf8: value), for: SecretName(service: service, account: account))
    }

    @Test(
        "A value comes back byte for byte, and nothing else is on standard output",
        arguments: ["", "\n", "a", "no line feed", "line\n", "a\u{0}b\r\n\u{0}\n\n", "\u{1B}[31mred"])
    func roundTrip(value: String) async throws {
        let stored = try await run("set", "service", "account", "--empty", input: value)
        #expect(stored.status == 0, "\(stored.errors)")
        let read = try await run("get", "service", "account")
        #expect(read.status == 0, "\(read.errors)")
        #expect(Array(read.output.utf8) == Array(value.utf8))
        #expect(read.errors.isEmpty)
        let json = try await run("get", "service", "account", "--format", "json").json()
        #expect(json["schema"] as? String == "sessionvault.secret-get/1")
        #expect(json["value_base64"] as? String == Data(value.utf8).base64EncodedString())
    }

    @Test("A value that does not come, since what makes it has failed, replaces none; --empty stores an empty one")
    func nothingCame() async throws {
        let result = try await shell(
            """
            echo real | secret set s; false | secret set s; echo $?; echo | secret set s --trim; echo $?
            secret get s; false | secret set s --empty; secret get s | wc -c
            """)
        #expect(
            result.output
                == "Stored: 5 bytes, the last one a line feed (--trim leaves it out).\n2\n2\nreal\nStored: 0 bytes.\n0\n"
        )
        #expect(result.errors.contains("no value came; nothing was stored. To store an empty one, add --empty."))
    }

    @Test("V11: any bytes up to 1 MiB come back whole, and one byte more is refused and changes nothing")
    func limit() async throws {
        let result = try await shell(
            """
            head -c 1048576 /dev/urandom >whole && secret set s <whole && secret get s | cmp - whole && echo same
            head -c 1048577 /dev/urandom >over && secret set s <over; echo $?
            (head -c 1048576 /dev/zero; echo) >line; secret set s <line; echo $?
            secret get s | cmp - whole && secret get s --format json | tail -n 2 | head -n 1 | cut -d '"' -f 4 | \
            base64 -d | cmp - whole && echo same
            secret set s --trim <line; secret get s | wc -c
            """)
        let said = "Stored: 1,048,576 bytes."
        #expect(result.output == "\(said)\nsame\n2\n2\nsame\n\(said)\n1048576\n", "\(result.errors)")
        #expect(result.errors.contains("over 1,048,576 bytes (1 MiB); nothing was stored"))
    }

    @Test("--trim leaves out one line feed, and without it the answer says that there is one")
    func trim() async throws {
        #expect(try await run("set", "s", input: "v\n").output.contains("2 bytes, the last one a line feed"))
        #expect(try await run("set", "s", "--trim", input: "v\n\n").status == 0)
        #expect(try await run("get", "s").output == "v\n")
        #expect(try await run("set", "s", "--trim", input: "v").output == "Stored: 1 byte.\n")
        #expect(try await run("get", "s").output == "v")
    }

    @Test("The passphrase and the value may stand in one stream")
    func oneStream() async throws {
        try vault.addPassphrase("pass phrase of the vault")
        let stored = try await VaultCommand.run(
            "secret", "set", "s", "--vault", vault.path, "--passphrase-fd", "0",
            input: "pass phrase of the vault\nfirst\nsecond")
        #expect(stored.status == 0, "\(stored.errors)")
        #expect(try await run("get", "s").output == "first\nsecond")
    }

    @Test("V17: with a key that does not open the vault nothing is stored")
    func wrongKey() async throws {
        try vault.addPassphrase("pass phrase of the vault")
        let stored = try await VaultCommand.run(
            "secret", "set", "s", "--vault", vault.path, "--passphrase-fd", "0",
            input: "pass phrase of the valut\nvalue")
        #expect(stored.status == 2)
        #expect(try await run("get", "s").status == 3)
    }

    @Test("A secret that is not there has a status of its own; one that does not open is not taken for that")
    func absence() async throws {
        try store("value", "s")
        let absent = try await run("get", "s", "other")
        #expect(absent.status == 3)
        #expect(absent.output.isEmpty && absent.errors.contains("no secret of that name"))
        #expect(try await run("remove", "s", "other").status == 3)
        try await vault.tamper("UPDATE record SET body = zeroblob(400) WHERE id = 1")
        let damaged = try await run("get", "s")
        #expect(damaged.status == 1)
        #expect(damaged.output.isEmpty && damaged.errors.contains("not as it was written"), "\(damaged.errors)")
    }

    @Test(
        "V08: any text is a name, and its two Unicode normal forms are one",
        arguments: [
            ("../../etc/passwd", "../.."), ("a/b", "caf\u{E9}"), (String(repeating: "n", count: 300), "300"),
            ("--format", "-x"), ("line\nfeed", "\u{202E}reversed"),
        ])
    func names(service: String, account: String) async throws {
        let name = ["--", service, account]
        let stored = try await VaultCommand.run(["secret", "set"] + vault.key + name, input: "value")
        #expect(stored.status == 0, "\(stored.errors)")
        let decomposed = ["--", service, account.decomposedStringWithCanonicalMapping]
        #expect(try await VaultCommand.run(["secret", "get"] + vault.key + decomposed).output == "value")
        let list = try await run("list")
        #expect(list.output.split(separator: "\n").count == 2)
        #expect(!list.output.contains("\u{202E}"))
        let names = try #require(
            try await run("list", "--format", "json").json()["secrets"] as? [[String: String]])
        #expect(names.map { [$0["service"], $0["account"]] } == [[service, account]])
    }

    @Test("A name that is a slip in a script is refused, and a word too many is not repeated: it may be the value")
    func slips() async throws {
        #expect(try await run("set", "", input: "value").errors.contains("SERVICE is empty"))
        let bytes = try await shell(#"secret set "$(printf 'caf\351')" <"$K"; echo $?"#)
        #expect(bytes.output == "2\n")
        #expect(bytes.errors.contains("has to be UTF-8"), "\(bytes.errors)")
        let value = try await run("set", "s", "a", "hunter2")
        #expect(value.status == 2)
        #expect(value.errors.contains("no more words; a value is asked for, or read from standard input."))
        #expect(!value.errors.contains("hunter2"))
        #expect(try await vault.open().secrets.names().isEmpty)
    }

    @Test("The list shows names and never a value, of one service where that is asked for")
    func list() async throws {
        #expect(try await run("list").output == "No secret is stored.\n")
        try store("value-one", "github", "me@example.test")
        try store("value-two", "deploy")
        let tags = try ["github", "deploy"].map { service in
            let name = SecretName(service: service, account: service == "github" ? "me@example.test" : "")
            return try vault.open().secrets.accountTag(of: name).description
        }
        func rows(_ output: String) -> [[String]] {
            output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        }
        let head = ["TAG", "SERVICE", "ACCOUNT"]
        let all = try await run("list")
        #expect(
            rows(all.output) == [head, [tags[0], "github", "me@example.test"], [tags[1], "deploy"]], "\(all.errors)")
        #expect(rows(try await run("list", "--service", "deploy").output) == [head, [tags[1], "deploy"]])
        #expect(try await run("list", "--service", "none").output == "No secret of that service is stored.\n")
        let json = try await run("list", "--service", "github", "--format", "json")
        #expect(try json.json()["schema"] as? String == "sessionvault.secret-list/1")
        #expect(!json.output.contains("value-") && json.output.contains("me@example.test"))
    }

    @Test("With --quiet a change that is made says nothing, and what was asked for is told")
    func quiet() async throws {
        let stored = try await run("set", "s", "--quiet", input: "value")
        #expect(stored.status == 0 && stored.output.isEmpty && stored.errors.isEmpty)
        #expect(try await run("get", "s", "--quiet").output == "value")
        #expect(try await run("list", "--quiet").output.contains("SERVICE"))
        #expect(try await run("set", "s", "--quiet", "--format", "json", input: "value").json()["size"] as? Int == 5)
        let removed = try await run("remove", "s", "--quiet")
        #expect(removed.status == 0 && removed.output.isEmpty && removed.errors.isEmpty)
    }

    @Test("One secret is removed by its name, all or a service's with --all, and sessions stay")
    func remove() async throws {
        try vault.admit()
        for account in ["a", "b", "c"] { try store("value", "s", account) }
        try store("value", "t")
        #expect(try await run("remove", "s", "a").output == "1 secret removed.\n")
        #expect(try await run("get", "s", "a").status == 3)
        #expect(try await run("remove", "--all", "--service", "s", "--yes").output == "2 secrets removed.\n")
        #expect(try await run("get", "t").output == "value")
        let rest = try await run("remove", "--all", "--yes", "--format", "json").json()
        #expect(rest["removed"] as? Int == 1)
        #expect(try await vault.open().sessions().count == 1)
    }

    @Test("Without a terminal, --all needs --yes")
    func unconfirmed() async throws {
        try store("value", "s")
        let result = try await run("remove", "--all")
        #expect(result.status == 2)
        #expect(result.errors.contains("--all needs --yes"))
        #expect(try await run("get", "s").output == "value")
    }

    @Test("No name and no value gets into the log")
    func log() async throws {
        let log = vault.folder.path("vault.log")
        #expect(try await run("set", "github", "me@example.test", "--log", log, input: "hunter2-hunter2").status == 0)
        #expect(try await run("get", "github", "me@example.test", "--log", log).status == 0)
        #expect(try await run("get", "github", "you@example.test", "--log", log).status == 3)
        let text = try String(contentsOfFile: log, encoding: .utf8)
        #expect(text.contains("vault secret get ends"))
        #expect(!text.contains("github") && !text.contains("example.test") && !text.contains("hunter2"))
    }

    @Test("Where standard output is closed, a value goes nowhere, the log included")
    func closedOutput() async throws {
        try store("hunter2-hunter2", "s")
        let result = try await shell("secret get s --log log >&-; echo $? >status; cat status log")
        #expect(result.output.hasPrefix("2\n"), "\(result.errors)")
        #expect(result.output.contains("fails") && !result.output.contains("hunter2"))
        let input = try await shell("secret set s <&-; echo $?")
        #expect(input.output == "2\n")
        #expect(input.errors.contains("standard input can't be read"))
        #expect(try await run("get", "s").output == "hunter2-hunter2")
    }
}
