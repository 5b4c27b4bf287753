import Foundation
import Sealing
import SessionVault
import TestSupport
import Testing

@Suite("vault backup and restore")
struct BackupTests {
    private let vault: StoredVault
    private var backup: String { vault.folder.path("vault.backup") }
    private var copy: String { vault.folder.path("copy.vault") }

    init() throws {
        vault = try StoredVault()
        try vault.open().secrets.set(SecretBytes(utf8: "kept"), for: SecretName(service: "s"))
    }

    private func expectCopy() async throws {
        let value = try await VaultCommand.run(
            "secret", "get", "s", "--vault", copy, "--key-file", vault.keyFile)
        #expect(value.output == "kept", "\(value.errors)")
    }

    @Test("A backup restores to a vault with the same secrets, and both answers name the next step")
    func file() async throws {
        let made = try await VaultCommand.run(["backup", backup] + vault.key)
        #expect(made.status == 0, "\(made.errors)")
        #expect(made.output.contains("vault restore \(backup) --vault PATH"), "\(made.output)")
        let mode = try FileManager.default.attributesOfItem(atPath: backup)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let restored = try await VaultCommand.run("restore", backup, "--vault", copy, "--key-file", vault.keyFile)
        #expect(restored.status == 0, "\(restored.errors)")
        #expect(restored.output.contains("`vault verify --vault \(copy)`"), "\(restored.output)")
        try await expectCopy()
        #expect(try await VaultCommand.run("verify", "--vault", copy, "--key-file", vault.keyFile).status == 0)
    }

    @Test("Through standard output and input, with the passphrase on a descriptor of its own")
    func stream() async throws {
        try vault.addPassphrase("correct horse")
        let result = try await VaultCommand.shell(
            """
            printf 'correct horse' >"$D/phrase"
            "$VAULT" backup - --vault "$V" --key-file "$K" |
                "$VAULT" restore - --vault "$C" --passphrase-fd 3 3<"$D/phrase"
            """,
            environment: [
                "V": vault.path, "K": vault.keyFile, "C": copy,
                "D": URL(filePath: vault.path).deletingLastPathComponent().path(),
            ])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.contains("The backup is whole."))
        try await expectCopy()
    }

    @Test("Nothing is overwritten by either, and a missing file or folder is named before a key is asked for")
    func inTheWay() async throws {
        let kept = try vault.write("mine", to: "vault.backup")
        for (arguments, message) in [
            (["backup", backup], "\(backup): something stands here already"),
            (["backup", vault.folder.path("none/b")], "there is no such folder"),
            (["restore", backup], "\(vault.path): something stands here already"),
        ] {
            let result = try await VaultCommand.run(arguments + ["--vault", vault.path])
            #expect(result.status == 2)
            #expect(result.errors.contains(message), "\(result.errors)")
        }
        #expect(try String(contentsOfFile: kept, encoding: .utf8) == "mine")
        let missing = try await VaultCommand.run("restore", vault.folder.path("none"), "--vault", copy)
        #expect(missing.status == 2)
        #expect(missing.errors.contains("there is no such file"), "\(missing.errors)")
    }

    @Test("JSON names what was written and what was made")
    func json() async throws {
        let made = try await VaultCommand.run(["backup", backup, "--format", "json"] + vault.key).json()
        #expect(made["schema"] as? String == "sessionvault.backup/1")
        #expect(made["path"] as? String == backup)
        let restored = try await VaultCommand.run(
            "restore", backup, "--format", "json", "--vault", copy, "--key-file", vault.keyFile, "--anchor", "anchor"
        ).json()
        #expect(restored["schema"] as? String == "sessionvault.restore/1")
        #expect(restored["record_count"] as? Int == 1)
        #expect(restored["anchor_to_tell"] as? String == "anchor")
    }

    @Test("A vault is set aside under a new name each time, without a key and without loss")
    func setAside() async throws {
        for number in 1...2 {
            let result = try await VaultCommand.run(
                "set-aside", "--yes", "--vault", vault.path, "--format", "json")
            let json = try result.json()
            #expect(json["schema"] as? String == "sessionvault.set-aside/1")
            #expect(json["set_aside_as"] as? String == "\(vault.path).aside-\(number)")
            _ = try await VaultCommand.run(["init"] + vault.key)
        }
        let old = try await VaultCommand.run(
            "secret", "get", "s", "--vault", "\(vault.path).aside-1", "--key-file", vault.keyFile)
        #expect(old.output == "kept", "\(old.errors)")
    }
}
