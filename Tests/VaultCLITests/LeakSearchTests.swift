import Foundation
import SessionVault
import TestSupport
import Testing

@Suite("vault inspect --logs")
struct LeakSearchTests {
    @Test("A clean log gives status 0")
    func clean() async throws {
        let vault = try StoredVault()
        try vault.admit()
        let log = try vault.write("nothing to see here\n", to: "a.log")
        let result = try await VaultCommand.run(["inspect", "--logs"] + vault.key + [log])
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(result.output.contains("Clean"))
    }

    @Test("L15: a leak gives status 1, with file and line, and never the value", arguments: ["text", "json"])
    func leak(format: String) async throws {
        let vault = try StoredVault()
        let tag = try vault.admit().description
        let encoded = Data(StoredVault.secrets[0].utf8).base64EncodedString()
        let log = try vault.write("first line\nAuthorization: Basic \(encoded)\n", to: "a.log")
        let result = try await VaultCommand.run(["inspect", "--format", format, "--logs"] + vault.key + [log])
        #expect(result.status == 1)
        #expect(!result.holdsSecret && !result.output.contains(encoded))
        if format == "json" {
            let finding = try #require((try result.json()["findings"] as? [[String: Any]])?.first)
            #expect(finding["line"] as? Int == 2)
            #expect(finding["value"] as? String == "access-token")
            #expect(finding["account"] as? String == tag)
        } else {
            #expect(result.output.contains("a.log: line 2") && result.output.contains("access-token of \(tag)"))
            #expect(result.output.contains("vault logout --vault \(vault.path)"))
        }
    }

    @Test("A plain secret's leak names it by the tag of the list, and mends by what a secret needs")
    func secretLeak() async throws {
        let vault = try StoredVault()
        let secret = "made-up-Kq7Zt2-vWx9Lm4Rb8Np1Ys6Hd3"
        try await vault.open().secrets.set(SecretBytes(utf8: secret), for: SecretName(service: "deploy"))
        let log = try vault.write("key=\(secret)\n", to: "a.log")
        let list = try await VaultCommand.run(["secret", "list", "--format", "json"] + vault.key).json()
        let tag = try #require((list["secrets"] as? [[String: String]])?.first?["tag"])
        let result = try await VaultCommand.run(["inspect", "--logs"] + vault.key + [log])
        #expect(result.status == 1)
        let words = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("secret of \(tag)"), "\(words)")
        #expect(words.contains("`vault secret set`") && !words.contains("logout"))
        let page = try await VaultCommand.run(["inspect", "--format", "html", "--logs"] + vault.key + [log])
        #expect(page.output.contains("vault secret set") && !page.output.contains("logout"))
    }

    @Test("A file that can't be read gives status 2, unless a leak was found elsewhere")
    func undecided() async throws {
        let vault = try StoredVault()
        try vault.admit()
        let missing = vault.folder.path("missing.log")
        let result = try await VaultCommand.run(["inspect", "--logs"] + vault.key + [missing])
        #expect(result.status == 2)
        #expect(result.output.contains("there is no such file"))
        let leaky = try vault.write("token=\(StoredVault.secrets[0])", to: "b.log")
        #expect(try await VaultCommand.run(["inspect", "--logs"] + vault.key + [missing, leaky]).status == 1)
    }

    @Test("A file of the vault itself is named as such, with what to do, and gives status 2")
    func ownFile() async throws {
        let vault = try StoredVault()
        try vault.admit()
        let result = try await VaultCommand.run(["inspect", "--logs"] + vault.key + [vault.path])
        #expect(result.status == 2)
        #expect(result.output.contains("this is a file of the vault") && result.output.contains("`cp`"))
    }

    @Test("L36: a vault that can't be opened gives status 2, and no verdict")
    func locked() async throws {
        let vault = try StoredVault()
        let log = try vault.write("", to: "a.log")
        let result = try await VaultCommand.run("inspect", "--logs", "--vault", vault.path, log)
        #expect(result.status == 2)
        #expect(result.output.isEmpty)
    }

    @Test("C1, L15: no format shows a value or what stands beside it", arguments: ["text", "json", "sarif", "html"])
    func showsNothing(format: String) async throws {
        let vault = try StoredVault()
        try vault.admit()
        let log = try vault.write(
            "left-of-it \(StoredVault.secrets[0]) right-of-it Bearer 7f3a9c2e1b8d4f60\n", to: "a.log")
        let result = try await VaultCommand.run(
            ["inspect", "--format", format, "--shapes", "--logs"] + vault.key + [log])
        #expect(result.status == 1 && !result.holdsSecret, "\(result.errors)")
        for part in ["left-of-it", "right-of-it", "7f3a9c2e", String(StoredVault.secrets[0].prefix(8))] {
            #expect(!result.output.contains(part))
        }
        #expect(result.output.contains("1 leak and 1 suspicion") || format == "json" || format == "sarif")
    }

    @Test("--format sarif gives a log of SARIF 2.1.0 with all that its schema requires") func sarif() async throws {
        let vault = try StoredVault()
        try vault.admit()
        let log = try vault.write("\n\(StoredVault.secrets[0])\nBearer 7f3a9c2e1b8d4f60\n", to: "a b%.log")
        let missing = vault.folder.path("missing.log")
        let arguments = ["inspect", "--format", "sarif", "--shapes", "--logs"] + vault.key + [log, missing]
        let answer = try await VaultCommand.run(arguments)
        let sarif = try answer.json()
        #expect(sarif["version"] as? String == "2.1.0" && (sarif["$schema"] as? String)?.contains("2.1.0") == true)
        let run = try #require((sarif["runs"] as? [[String: Any]])?.first)
        let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
        let rules = try #require(driver["rules"] as? [[String: Any]]).map { $0["id"] as? String }
        #expect(driver["name"] is String && Set(rules).count == rules.count && !rules.contains(nil))
        let results = try #require(run["results"] as? [[String: Any]])
        #expect(results.map { $0["level"] as? String } == ["error", "warning"])
        for result in results {
            #expect(rules[try #require(result["ruleIndex"] as? Int)] == result["ruleId"] as? String)
            #expect(((result["message"] as? [String: Any])?["text"] as? String)?.isEmpty == false)
            #expect((result["partialFingerprints"] as? [String: String])?.count == 1)
            let place = try #require(
                (result["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any])
            let uri = (place["artifactLocation"] as? [String: Any])?["uri"] as? String
            #expect(uri?.hasSuffix("/a%20b%25.log") == true && uri?.hasPrefix("file:///") == true)
        }
        let region = try #require(
            ((results[0]["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any])?["region"]
                as? [String: Int])
        #expect(region == ["startLine": 2, "byteOffset": 1, "byteLength": StoredVault.secrets[0].utf8.count])
        let invocation = try #require((run["invocations"] as? [[String: Any]])?.first)
        #expect(invocation["executionSuccessful"] as? Bool == false && invocation["exitCode"] as? Int == 1)
        let notices = try #require(invocation["toolExecutionNotifications"] as? [[String: Any]])
        #expect(notices.map { $0["level"] as? String }.contains("error") && notices.allSatisfy { $0["message"] != nil })
    }

    @Test("--format html gives one page without scripts and without anything from elsewhere, its text escaped")
    func html() async throws {
        let vault = try StoredVault()
        let tag = try vault.admit().description
        let log = try vault.write("a \(StoredVault.secrets[0])", to: "<img src=x onerror=alert(1)>&'\".log")
        let result = try await VaultCommand.run(["inspect", "--format", "html", "--logs"] + vault.key + [log])
        let page = result.output
        #expect(result.status == 1 && page.hasPrefix("<!DOCTYPE html>") && page.hasSuffix("</html>\n"))
        for alien in [
            "<script", "<img", "<link", "<iframe", "http:", "https:", "url(", "@import", "javascript:", "src=",
        ] {
            #expect(!page.replacing("&lt;img src=x", with: "").contains(alien), "\(alien)")
        }
        #expect(page.contains("&lt;img src=x onerror=alert(1)&gt;&amp;&#39;&quot;.log"))
        for word in [tag, "access-token", "in use", "1 leak found.", vault.path, "prefers-color-scheme: dark"] {
            #expect(page.contains(word), "\(word)")
        }
    }

    @Test("What is not covered is named; a log is clean if anything could be searched for, and else is none can tell")
    func uncovered() async throws {
        let vault = try StoredVault()
        try await VaultCommand.secret("pin 4711", into: vault)
        let log = try vault.write("nothing", to: "a.log")
        let none = try await VaultCommand.run(["inspect", "--logs"] + vault.key + [log])
        #expect(none.status == 2 && none.output.contains("no value of the vault has a fingerprint"), "\(none.output)")
        try vault.admit()
        let result = try await VaultCommand.run(["inspect", "--logs"] + vault.key + [log])
        #expect(result.status == 0 && result.output.contains("too easy to guess"), "\(result.output)\(result.errors)")
    }

    @Test("Shapes count only with --shapes, and so does the status") func shapes() async throws {
        let vault = try StoredVault()
        let log = try vault.write("Authorization: Bearer 7f3a9c2e1b8d4f60\n", to: "a.log")
        #expect(try await VaultCommand.run(["inspect", "--logs"] + vault.key + [log]).status == 0)
        let result = try await VaultCommand.run(["inspect", "--shapes", "--logs"] + vault.key + [log])
        #expect(result.status == 1 && result.output.contains("1 suspicion found"))
    }

    @Test("L14: standard input is searched as a file is, also packed", arguments: ["cat", "gzip -c"])
    func standardInput(filter: String) async throws {
        let vault = try StoredVault()
        try vault.admit()
        let log = try vault.write("\n\n\(StoredVault.secrets[0])", to: "a.log")
        let line =
            "\(filter) '\(log)' | \"$VAULT\" inspect --vault '\(vault.path)' --key-file '\(vault.keyFile)' --logs -"
        let result = try await VaultCommand.shell(line)
        #expect(result.status == 1 && result.output.contains("-: line 3"), "\(result.output)\(result.errors)")
    }

    @Test(
        "What only a search of logs can do needs --logs",
        arguments: [["--shapes"], ["--format", "sarif"], ["--format", "html"]])
    func needsLogs(options: [String]) async throws {
        let result = try await VaultCommand.run(["inspect"] + options)
        #expect(result.status == 2 && result.errors.contains("needs --logs"))
    }

    @Test("At a terminal a long search says how much it has read and how fast") func progress() async throws {
        let vault = try StoredVault()
        try vault.admit()
        let pipe = vault.folder.path("pipe")
        #expect(unsafe mkfifo(pipe, 0o600) == 0)
        Thread.detachNewThread {
            guard let log = FileHandle(forWritingAtPath: pipe) else { return }
            let (piece, start) = (Data(repeating: 0x2E, count: 65_536), ContinuousClock.now)
            while ContinuousClock.now - start < .milliseconds(1_800) { try? log.write(contentsOf: piece) }
            try? log.close()
        }
        let result = try await TerminalSession.run(["inspect", "--logs"] + vault.key + [pipe], [])
        #expect(result.status == 0 && result.output.contains(" MB/s"), "\(result.output)")
    }
}

extension VaultCommand {
    /// Keeps a plain secret.
    fileprivate static func secret(_ value: String, into vault: StoredVault) async throws {
        let result = try await run(["secret", "set", "example.test", "me"] + vault.key, input: value)
        #expect(result.status == 0, "\(result.errors)")
    }
}
