import Foundation
import Sealing
import SessionVault
import TestSupport
import Testing

@testable import VaultCLI

/// What an error or an answer says to type works as it stands.
@Suite("Mends as they are typed")
struct LiteralMendTests {
    private let vault: StoredVault

    init() throws { vault = try StoredVault() }

    @Test(
        "Commands that a text names are given the vault that the command line named",
        arguments: [
            ("Run `vault verify`, then `vault lock`.", "Run `vault verify --vault /v`, then `vault lock --vault /v`."),
            ("`vault status --check`", "`vault status --vault /v --check`"),
            ("`vault slots add recovery-code`", "`vault slots add --vault /v recovery-code`"),
            ("See `vault slots list --help`.", "See `vault slots list --help`."),
            ("`vault restore b --vault PATH`", "`vault restore b --vault PATH`"),
            ("what `vault backup` made", "what `vault backup` made"),
            ("`vault man`, `chmod 600`, vault verify", "`vault man`, `chmod 600`, vault verify"),
            ("`vault unknown` and a ` alone", "`vault unknown` and a ` alone"),
        ])
    func named(text: String, expected: String) {
        #expect(NamedVault.text(text, naming: "/v") == expected)
        #expect(NamedVault.text(text, naming: nil) == text)
    }

    @Test("A path that a shell would take apart is quoted")
    func quoted() {
        #expect(
            NamedVault.text("`vault verify`", naming: "/it's my/v") == #"`vault verify --vault '/it'\''s my/v'`"#)
    }

    @Test("An error's and an answer's commands work as they are typed, with the vault that was named")
    func typed() async throws {
        let path = vault.folder.path("other.vault")
        let absent = try await VaultCommand.run("status", "--vault", path, "--key-file", vault.keyFile)
        #expect(absent.status == 2 && absent.errors.contains("`vault init --vault \(path)`"), "\(absent.errors)")
        let json = try await VaultCommand.run(
            "status", "--format", "json", "--vault", path, "--key-file", vault.keyFile)
        #expect(json.errors.contains("vault init --vault"))
        let backup = vault.folder.path("backup")
        #expect(try await VaultCommand.run(["backup", backup] + vault.key).status == 0)
        let restored = try await VaultCommand.run("restore", backup, "--vault", path, "--key-file", vault.keyFile)
        #expect(restored.output.contains("`vault verify --vault \(path)`"), "\(restored.output)")
    }

    @Test(
        "A backup that can't be used leads to no vault that is whole",
        arguments: [
            #"head -c 900 "$B""#, #"head -c -1 "$B""#, #"cat "$B"; echo x"#, #"LC_ALL=C tr "\200-\277" "\0-\77" <"$B""#,
        ])
    func backup(damage: String) async throws {
        try await vault.open().secrets.set(SecretBytes(utf8: "kept"), for: SecretName(service: "s"))
        let (backup, broken) = (vault.folder.path("backup"), vault.folder.path("broken"))
        #expect(try await VaultCommand.run(["backup", backup] + vault.key).status == 0)
        _ = try await VaultCommand.shell("{ \(damage); } >'\(broken)'", environment: ["B": backup])
        let copy = vault.folder.path("copy.vault")
        for input in [broken, "-"] {
            let result = try await VaultCommand.shell(
                "\"$VAULT\" restore \(input) --vault \(copy) --key-file \(vault.keyFile) <\(broken)")
            #expect(result.status == 1, "\(result.errors)")
            #expect(result.errors.contains("Name another backup; nothing was written."), "\(result.errors)")
            #expect(!result.errors.contains("`vault"), "\(result.errors)")
            #expect(!FileManager.default.fileExists(atPath: copy))
        }
    }

    @Test("A key that does not open a backup is told so, and sent to no vault")
    func backupKey() async throws {
        let backup = vault.folder.path("backup")
        #expect(try await VaultCommand.run(["backup", backup] + vault.key).status == 0)
        let other = vault.folder.path("other")
        try KeyFile.create(at: other)
        for (key, words) in [
            (other, "does not open the backup. Give one that opened the vault when the backup was made"),
            (vault.folder.path("none"), "Use another way in of that vault"),
        ] {
            let result = try await VaultCommand.run(
                "restore", backup, "--vault", vault.folder.path("copy.vault"), "--key-file", key)
            #expect(result.status == 2 && result.errors.contains(words), "\(result.errors)")
            #expect(!result.errors.contains("`vault"), "\(result.errors)")
        }
    }

    @Test("Who comes by a damaged slot is sent to another way in, from where repair works")
    func damagedSlot() async throws {
        let other = vault.folder.path("other")
        try KeyFile.create(at: other)
        try vault.open().addSlot(for: .keyFile(path: other))
        try await vault.tamper("UPDATE slot SET bytes = zeroblob(160) WHERE number = 1")
        for command in ["verify", "repair", "status"] {
            let result = try await VaultCommand.run([command] + vault.key)
            #expect(result.status == 1 && result.errors.contains("another of its ways in"), "\(result.errors)")
            #expect(!result.errors.contains("`vault"), "\(result.errors)")
        }
        let key = ["--vault", vault.path, "--key-file", other]
        let repaired = try await VaultCommand.run(["repair"] + key)
        #expect(repaired.status == 0, "\(repaired.output)\(repaired.errors)")
        #expect(repaired.output.contains("Key slot #1 is gone, which nothing proved"), "\(repaired.output)")
        #expect(try await VaultCommand.run(["verify"] + key).status == 0)
    }

    @Test("Where no way in is left, the list of slots names what makes room for a backup, which works")
    func noWayIn() async throws {
        let backup = vault.folder.path("backup")
        #expect(try await VaultCommand.run(["backup", backup] + vault.key).status == 0)
        try await vault.tamper("UPDATE slot SET bytes = zeroblob(160)")
        let list = try await VaultCommand.run("slots", "list", "--vault", vault.path)
        #expect(list.status == 1 && list.output.contains("No way in is left"), "\(list.output)")
        #expect(try await VaultCommand.run("set-aside", "--yes", "--vault", vault.path).status == 0)
        #expect(try await VaultCommand.run(["restore", backup] + vault.key).status == 0)
        #expect(try await VaultCommand.run(["verify"] + vault.key).status == 0)
    }

    @Test("Nobody is asked for a passphrase where none can open the vault: the options that can are named")
    func noPassphrase() async throws {
        let code = RecoveryCode.make()
        try vault.open().addSlot(for: .recoveryCode(code))
        let result = try await VaultCommand.run("status", "--vault", vault.path)
        #expect(result.status == 2)
        #expect(
            result.errors.contains("no passphrase opens this vault. Give --key-file PATH or --recovery-code."),
            "\(result.errors)")
        #expect(!(try await VaultCommand.run("inspect", "--vault", vault.path).output.contains("passphrase")))
        try vault.addPassphrase("pass phrase of the vault")
        let asked = try await VaultCommand.run("status", "--vault", vault.path)
        #expect(asked.errors.contains("there is no terminal to ask on"), "\(asked.errors)")
    }

    @Test(
        "A key is one slot's alone, so that removing the slot takes its access away",
        arguments: [["add", "key-file"], ["add", "passphrase"], ["change", "2"]])
    func ownKey(words: [String]) async throws {
        let least = ["--memory", "8", "--passes", "1", "--weak-passphrase"]
        let other = vault.folder.path("other")
        try KeyFile.create(at: other)
        try vault.addPassphrase("first")
        try vault.addPassphrase("second")
        let isKeyFile = words.last == "key-file"
        let given = isKeyFile ? ["--new-key-file", vault.keyFile] : ["--new-passphrase-fd", "0"] + least
        let input = words.first == "change" ? "second\n" : "first\n"
        let result = try await VaultCommand.run(["slots"] + words + given + vault.key, input: input)
        #expect(result.status == 2 && result.errors.contains("another slot's already"), "\(result.errors)")
        #expect(try Vault.outline(at: vault.path).slots.count == 3)
        guard words.first == "change" else { return }
        let same = try await VaultCommand.run(["slots"] + words + given + vault.key, input: "first\n")
        #expect(same.status == 0, "\(same.errors)")
    }
}
