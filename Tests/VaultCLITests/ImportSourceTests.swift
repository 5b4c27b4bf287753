import Foundation
import Sealing
import SessionVault
import TestSupport
import Testing

@testable import VaultCLI

/// What happens to the file that was imported, and which files are not read at all.
@Suite("The source of an import")
struct ImportSourceTests {
    private let vault: StoredVault
    private let text = "machine a login b password hunter2\n"

    init() throws {
        vault = try StoredVault()
    }

    private func run(_ path: String, _ options: String...) async throws -> VaultCommand.Result {
        try await VaultCommand.run(["import", "netrc", path] + options + vault.key)
    }

    private func isThere(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    @Test("Without a terminal it stays, and how to remove it is said", arguments: [[], ["--keep"]])
    func kept(options: [String]) async throws {
        let file = try vault.write(text, to: "netrc")
        let result = try await VaultCommand.run(["import", "netrc", file] + options + vault.key)
        #expect(result.status == 0)
        #expect(result.output.contains("is still there, as it was."))
        #expect(result.output.contains("--shred") == options.isEmpty)
        #expect(try String(contentsOf: URL(filePath: file), encoding: .utf8) == text)
    }

    @Test("--shred overwrites the bytes before it removes the file, and says what may remain")
    func shredded() async throws {
        let file = try vault.write(text, to: "netrc")
        let open = try FileHandle(forReadingFrom: URL(filePath: file))
        let result = try await run(file, "--shred")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("1 file overwritten and removed."))
        #expect(result.output.contains("SSD"))
        #expect(!isThere(file))
        let left = try open.readToEnd() ?? Data()
        #expect(left.count == text.utf8.count)
        #expect(left != Data(text.utf8) && !String(decoding: left, as: UTF8.self).contains("machine"))
        #expect(try await VaultCommand.run(["secret", "get", "a", "b"] + vault.key).output == "hunter2")
    }

    @Test("K12: with a key that does not open the vault nothing is stored, and the source stays")
    func wrongKey() async throws {
        let file = try vault.write(text, to: "netrc")
        let other = try StoredVault()
        let result = try await VaultCommand.run([
            "import", "netrc", file, "--shred", "--vault", vault.path, "--key-file", other.keyFile,
        ])
        #expect(result.status == 2 && isThere(file))
        #expect(try await vault.open().secrets.names().isEmpty)
    }

    @Test("--shred leaves a file of which something was not taken over, and one that has other names")
    func notWhole() async throws {
        let partly = try await run(try vault.write(text + "machine c login d\n", to: "netrc"), "--shred")
        #expect(partly.status == 1)
        #expect(partly.output.contains("was not removed: take out first"), "\(partly.output)")
        #expect(isThere(vault.folder.path("netrc")))
        let linked = try vault.write(text, to: "linked")
        try FileManager.default.linkItem(atPath: linked, toPath: vault.folder.path("other"))
        let result = try await run(linked, "--shred", "--format", "json")
        #expect(result.status == 1)
        #expect(try result.json()["source"] as? String == "not-removed")
        #expect(try String(contentsOf: URL(filePath: vault.folder.path("other")), encoding: .utf8) == text)
    }

    @Test(
        "On a terminal it asks after the secrets are in the vault, and only yes removes the file",
        arguments: ["yes", "y"])
    func asked(answer: String) async throws {
        let file = try vault.write(text, to: "netrc")
        let result = try await TerminalSession.run(
            ["import", "netrc", file] + vault.key, [.init(await: "Type yes: ", send: answer + "\n")],
            environment: ["NO_COLOR": "1"])
        #expect(result.status == 0, "\(result.output)")
        #expect(result.output.contains("1 secret of ") && !result.output.contains("hunter2"))
        #expect(result.output.split(separator: "\r\n").allSatisfy { $0.count < 80 } && !result.output.contains(#"\n"#))
        #expect(isThere(file) == (answer != "yes"))
        #expect(try await VaultCommand.run(["secret", "get", "a", "b"] + vault.key).output == "hunter2")
    }

    @Test("The question names what could not be taken over and would be lost")
    func askedAboutTheRest() async throws {
        let file = try vault.write(text + "macdef m\nput x\n\n", to: "netrc")
        let result = try await TerminalSession.run(
            ["import", "netrc", file] + vault.key, [.init(await: "Type yes: ", send: "no\n")])
        #expect(result.output.contains("would be lost"), "\(result.output)")
        #expect(result.output.contains("a macro (line 2)"))
        #expect(isThere(file))
    }

    @Test("V13: a link, a folder, a pipe and what is not there are refused with their mend")
    func notRegular() async throws {
        let file = try vault.write(text, to: "netrc")
        let made = try await VaultCommand.shell(
            "cd '\(vault.folder.path)' && ln -s netrc link && mkfifo pipe && mkdir folder")
        #expect(made.status == 0)
        for (name, what) in [
            ("link", "symbolic link; nothing was stored. Name the file that `readlink -f`"), ("folder", "a folder"),
            ("pipe", "no regular file"), ("missing", "no such file"),
        ] {
            let result = try await run(vault.folder.path(name), "--shred")
            #expect(result.status == 2 && result.errors.contains(what), "\(name): \(result.errors)")
        }
        #expect(isThere(file))
        #expect(try await vault.open().secrets.names().isEmpty)
    }

    @Test("V11: over 1 MiB is refused; 1 MiB is read")
    func size() async throws {
        let padding = "#" + String(repeating: "x", count: 1_048_576 - text.utf8.count - 1)
        #expect(try await run(try vault.write(text + padding, to: "whole")).status == 0)
        let over = try await run(try vault.write(text + padding + "x", to: "over"))
        #expect(over.status == 2 && over.errors.contains("over 1,048,576 bytes"), "\(over.errors)")
    }

    @Test("V10: a file of another user is refused", .enabled(if: geteuid() == 0, "only root can give a file away"))
    func foreign() async throws {
        let file = try vault.write(text, to: "netrc")
        try FileManager.default.setAttributes([.ownerAccountID: 65_534], ofItemAtPath: file)
        let result = try await run(file, "--shred")
        #expect(result.status == 2 && result.errors.contains("belongs to another user"), "\(result.errors)")
        #expect(isThere(file))
    }

    @Test("K12: a secret that is not read back as it was written ends the import before the source is touched")
    func readBack() throws {
        let opened = try vault.open()
        let secret = NamedSecret(SecretName(service: "s"), SecretBytes(utf8: "value"))
        func check(_ outcome: StoringOutcome) throws { try ImportCommand.readBack([secret], [outcome], from: opened) }
        #expect(throws: CommandFailure.self) { try check(.stored) }
        try opened.secrets.set(SecretBytes(utf8: "other"), for: secret.name)
        #expect(throws: CommandFailure.self) { try check(.replaced) }
        try check(.refused)
        try opened.secrets.set(SecretBytes(utf8: "value"), for: secret.name)
        try check(.alreadyThere)
    }

    @Test("Whether there is a vault is told before the source is read")
    func noVault() async throws {
        let result = try await VaultCommand.run("import", "netrc", "/nonexistent/netrc", "--vault", "/nonexistent/v")
        #expect(result.status == 2 && result.errors.contains("/nonexistent/v"), "\(result.errors)")
    }

    @Test("A file that others could read is pointed out")
    func openToOthers() async throws {
        let file = try vault.write(text, to: "netrc")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        #expect(try await run(file).output.contains("Others could read"))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        #expect(try await !run(file).output.contains("Others could read"))
    }

    @Test("A file without a secret in it is no fault, and is left as it is")
    func nothing() async throws {
        let file = try vault.write("# nothing\n", to: "netrc")
        let result = try await run(file, "--shred")
        #expect(result.status == 0 && result.output == "There is no secret in \(file).\n")
        #expect(isThere(file))
    }
}
