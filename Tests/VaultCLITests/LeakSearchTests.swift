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
            #expect(result.output.contains("vault logout --account"))
        }
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

    @Test("L36: a vault that can't be opened gives status 2, and no verdict")
    func locked() async throws {
        let vault = try StoredVault()
        let log = try vault.write("", to: "a.log")
        let result = try await VaultCommand.run("inspect", "--logs", "--vault", vault.path, log)
        #expect(result.status == 2)
        #expect(result.output.isEmpty)
    }
}
