import Foundation
import TestSupport
import Testing

@Suite("vault init")
struct InitTests {
    private func mode(_ path: String) throws -> Int {
        try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    @Test("A passphrase from a descriptor makes a vault that it opens and another does not")
    func passphrase() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("sub/a.vault")
        let made = try await VaultCommand.run(
            "init", "--vault", path, "--passphrase-fd", "0", input: "correct horse\nmore")
        #expect(made.status == 0, "\(made.errors)")
        #expect(try mode(path) == 0o600)
        #expect(try mode(folder.path("sub")) == 0o700)
        let opened = try await VaultCommand.shell(
            "printf 'correct horse' | \"$VAULT\" status --vault '\(path)' --passphrase-fd 0")
        #expect(opened.status == 0, "\(opened.errors)")
        let refused = try await VaultCommand.run(
            "status", "--vault", path, "--passphrase-fd", "0", input: "correct horsf\n")
        #expect(refused.status == 2)
        #expect(refused.errors.contains("does not open the vault"))
        #expect(!refused.errors.contains("horsf"))
    }

    @Test("A key file that is missing is made, closed to others, and opens the vault")
    func keyFile() async throws {
        let folder = try TemporaryFolder()
        let (path, key) = (folder.path("a.vault"), folder.path("key"))
        let made = try await VaultCommand.run("init", "--vault", path, "--key-file", key, "--format", "json")
        let json = try made.json()
        #expect(made.status == 0, "\(made.errors)")
        #expect(json["schema"] as? String == "sessionvault.init/1")
        #expect(json["key_file_made"] as? Bool == true)
        #expect(try mode(key) == 0o600)
        #expect(try await VaultCommand.run("status", "--vault", path, "--key-file", key).status == 0)
        let second = try await VaultCommand.run(
            "init", "--vault", folder.path("b.vault"), "--key-file", key, "--format", "json")
        #expect(try second.json()["key_file_made"] as? Bool == false)
    }

    @Test(
        "A new passphrase that is soon guessed is refused, unless it is insisted on; those of before open as they did",
        arguments: [
            ("1234567", "has under 8 characters"), ("\u{E9}\u{E9}\u{E9}\u{E9}", "has under 8 characters"),
            ("aaaaaaaaaaaa", "repeats one or two characters"), ("abababababab", "repeats one or two characters"),
            ("\u{E9}\u{E9}\u{E9}\u{E9}\u{E9}\u{E9}\u{E9}\u{E9}", "repeats one or two characters"),
        ])
    func weakPassphrase(passphrase: String, why: String) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.vault")
        let arguments = ["init", "--vault", path, "--passphrase-fd", "0", "--passes", "1", "--memory", "8"]
        let refused = try await VaultCommand.run(arguments, input: passphrase)
        #expect(refused.status == 2)
        #expect(refused.errors.contains(why) && refused.errors.contains("--weak-passphrase."), "\(refused.errors)")
        #expect(!refused.errors.contains(passphrase))
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(try await VaultCommand.run(arguments + ["--weak-passphrase"], input: passphrase).status == 0)
        let opened = try await VaultCommand.run(
            "status", "--vault", path, "--passphrase-fd", "0", input: passphrase)
        #expect(opened.status == 0, "\(opened.errors)")
    }

    @Test("A place that holds no files is told from one without a vault", arguments: ["/proc", "/proc/self/fd"])
    func place(folder: String) async throws {
        let made = try await VaultCommand.run(
            "init", "--vault", "\(folder)/a.vault", "--passphrase-fd", "0", "--passes", "1", "--memory", "8",
            input: "correct horse")
        #expect(made.status == 2)
        #expect(made.errors.contains("no file can be made here. Name a place"), "\(made.errors)")
        #expect(!made.errors.contains("vault init"))
    }

    @Test(
        "A file of others that is no vault is told as one, and nobody is told to change its mode; a vault's mode is told"
    )
    func foreignFile() async throws {
        let foreign = try await VaultCommand.run(
            "secret", "list", "--vault", "/etc/passwd", "--key-file", "/nonexistent")
        #expect(foreign.status == 2)
        #expect(
            foreign.errors.contains("this is not a vault") && !foreign.errors.contains("chmod"), "\(foreign.errors)")
        let vault = try StoredVault()
        unsafe #expect(chmod(vault.path, 0o644) == 0)
        #expect(try await VaultCommand.run(["secret", "list"] + vault.key).errors.contains("`chmod 600`"))
    }

    @Test("Nothing is made over what is there, and no key file is left behind")
    func existing() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.vault")
        try Data("mine".utf8).write(to: URL(filePath: path))
        let result = try await VaultCommand.run("init", "--vault", path, "--key-file", folder.path("key"))
        #expect(result.status == 2)
        #expect(result.errors.contains("something stands here already"))
        #expect(try Data(contentsOf: URL(filePath: path)) == Data("mine".utf8))
        #expect(!FileManager.default.fileExists(atPath: folder.path("key")))
    }

    @Test("A vault that can't be made leaves no key file behind")
    func failure() async throws {
        let folder = try TemporaryFolder()
        try Data().write(to: URL(filePath: folder.path("file")))
        let result = try await VaultCommand.run(
            "init", "--vault", folder.path("file/a.vault"), "--key-file", folder.path("key"))
        #expect(result.status == 2)
        #expect(!FileManager.default.fileExists(atPath: folder.path("key")))
    }

    @Test("V09: without HOME the error names the option that moves the vault")
    func noHome() async throws {
        let result = try await VaultCommand.run("init", environment: ["HOME": ""])
        #expect(result.status == 2)
        #expect(result.errors.contains("HOME is not set") && result.errors.contains("--vault PATH"))
    }

    @Test(
        "V09: the vault's place is --vault, then SESSIONVAULT_PATH, then XDG_DATA_HOME, then HOME",
        arguments: [
            (["HOME": "H"], "H/.local/share/sessionvault/default.vault"),
            (["HOME": "H", "XDG_DATA_HOME": "X"], "X/sessionvault/default.vault"),
            (["HOME": "H", "XDG_DATA_HOME": "relative"], "H/.local/share/sessionvault/default.vault"),
            (["HOME": "H", "XDG_DATA_HOME": "X", "SESSIONVAULT_PATH": "S/s.vault"], "S/s.vault"),
        ])
    func place(environment: [String: String], expected: String) async throws {
        let folder = try TemporaryFolder()
        let names = environment.mapValues { $0.count > 1 && !$0.contains("/") ? $0 : folder.path($0) }
        let result = try await VaultCommand.run("inspect", environment: names)
        #expect(result.errors.contains("\(folder.path(expected)): there is no vault here"), "\(result.errors)")
    }

    @Test("Without a terminal the error names the other ways to give a passphrase")
    func noTerminal() async throws {
        let folder = try TemporaryFolder()
        let result = try await VaultCommand.run("init", "--vault", folder.path("a.vault"))
        #expect(result.status == 2)
        #expect(result.errors.contains("--passphrase-fd N or --key-file PATH"))
    }

    @Test(
        "A passphrase that can't be read has an error that says how",
        arguments: [
            ("9", "", "file descriptor 9 can't be read"), ("0", "\n", "gave nothing"),
            ("0", String(repeating: "x", count: 5_000), "over 4096 bytes"),
        ])
    func unreadable(descriptor: String, input: String, message: String) async throws {
        let folder = try TemporaryFolder()
        let result = try await VaultCommand.run(
            "init", "--vault", folder.path("a.vault"), "--passphrase-fd", descriptor, input: input)
        #expect(result.status == 2)
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.path("a.vault")))
    }
}
