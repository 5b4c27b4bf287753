import Foundation
import SessionVault
import TestSupport
import Testing

@testable import VaultCLI

@Suite("vault slots")
struct SlotsTests {
    private let passphrase = "pass phrase of the vault"
    private let least = ["--passes", "1", "--memory", "8"]

    private func slots(_ path: String) async throws -> [[String: Any]] {
        let json = try await VaultCommand.run("slots", "list", "--vault", path, "--format", "json").json()
        #expect(json["schema"] as? String == "sessionvault.slots-list/1")
        return try #require(json["key_slots"] as? [[String: Any]])
    }

    @Test("The list shows number, kind, scope and cost, and asks for no key")
    func list() async throws {
        let vault = try StoredVault()
        try vault.addPassphrase(passphrase)
        let text = try await VaultCommand.run("slots", "list", "--vault", vault.path)
        #expect(text.status == 0, "\(text.errors)")
        #expect(text.output.hasPrefix("SLOT  KIND"))
        for words in ["#1", "key-file", "#2", "passphrase", "owner", "Argon2id, 3 passes, 8 MiB"] {
            #expect(text.output.contains(words), "\(words)")
        }
        let slots = try await slots(vault.path)
        #expect(slots.map { $0["number"] as? Int } == [1, 2])
        #expect(slots.map { $0["argon2_memory_kib"] as? Int } == [nil, 8_192])
        #expect(slots.allSatisfy { $0["condition"] as? String == "readable" && $0["scope"] as? String == "owner" })
    }

    @Test(
        "A damaged slot shows in the list with status 1 and the mend, and is never taken off as if nothing were wrong")
    func damaged() async throws {
        let vault = try StoredVault()
        try vault.addPassphrase(passphrase)
        try await vault.tamper("UPDATE slot SET bytes = zeroblob(160) WHERE number = 2")
        let list = try await VaultCommand.run("slots", "list", "--vault", vault.path)
        #expect(list.status == 1)
        #expect(list.output.contains("#2    damaged") && list.output.contains("keeps the vault from being written"))
        let removed = try await VaultCommand.run(["slots", "remove", "2"] + vault.key)
        #expect(removed.status == 1, "\(removed.errors)")
        #expect(try await slots(vault.path).count == 2)
    }

    @Test("A passphrase is added at the cost that was asked for, and opens the vault")
    func addPassphrase() async throws {
        let vault = try StoredVault()
        let added = try await VaultCommand.run(
            ["slots", "add", "passphrase", "--new-passphrase-fd", "0", "--format", "json"] + least + vault.key,
            input: "the new one\n")
        #expect(added.status == 0, "\(added.errors)")
        let json = try added.json()
        #expect(json["schema"] as? String == "sessionvault.slots-add/1")
        #expect(json["number"] as? Int == 2)
        #expect(try await slots(vault.path)[1]["argon2_passes"] as? Int == 1)
        let opened = try await VaultCommand.run(
            "status", "--vault", vault.path, "--passphrase-fd", "0", input: "the new one\n")
        #expect(opened.status == 0, "\(opened.errors)")
    }

    @Test("The old and the new passphrase may stand in one stream, a line each")
    func oneStream() async throws {
        let vault = try StoredVault()
        try vault.addPassphrase(passphrase)
        let changed = try await VaultCommand.run(
            ["slots", "change", "#2", "--vault", vault.path, "--passphrase-fd", "0", "--new-passphrase-fd", "0"]
                + least,
            input: "\(passphrase)\nthe new one\n")
        #expect(changed.status == 0, "\(changed.errors)")
        #expect(changed.output.contains("Slot #2 is gone; the new passphrase is slot #3."))
        for (phrase, status) in [(passphrase, 2), ("the new one", 0)] as [(String, Int32)] {
            let opened = try await VaultCommand.run(
                "status", "--vault", vault.path, "--passphrase-fd", "0", input: phrase)
            #expect(opened.status == status, "\(opened.errors)")
        }
    }

    @Test("Only a passphrase can be changed: another slot is refused before a key is asked for")
    func changeOther() async throws {
        let vault = try StoredVault()
        let auditor = vault.folder.path("auditor")
        try KeyFile.create(at: auditor)
        try vault.open().addAuditorSlot(for: .keyFile(path: auditor))
        for number in ["1", "2"] {
            let result = try await VaultCommand.run("slots", "change", number, "--vault", vault.path)
            #expect(result.status == 2)
            #expect(result.errors.contains("slot #\(number) is not a passphrase"), "\(result.errors)")
        }
        #expect(try await slots(vault.path).count == 2)
    }

    @Test("An auditor's slot shows as one, opens metadata alone, and stays an auditor's when its passphrase is changed")
    func auditor() async throws {
        let vault = try StoredVault()
        let added = try await VaultCommand.run(
            ["slots", "add", "passphrase", "--auditor", "--new-passphrase-fd", "0"] + least + vault.key,
            input: "an auditor\n")
        #expect(added.status == 0, "\(added.errors)")
        #expect(added.output.contains("is slot #2, for an auditor."))
        let key = vault.folder.path("audit-key")
        let file = try await VaultCommand.run(
            ["slots", "add", "key-file", "--auditor", "--new-key-file", key, "--format", "json"] + vault.key)
        #expect(try file.json()["scope"] as? String == "auditor")
        let changed = try await VaultCommand.run(
            ["slots", "change", "2", "--new-passphrase-fd", "0"] + least + vault.key, input: "other auditor\n")
        #expect(changed.status == 0, "\(changed.errors)")
        #expect(try await slots(vault.path).map { $0["scope"] as? String } == ["owner", "auditor", "auditor"])
        let refused = try await VaultCommand.run(
            "secret", "list", "--vault", vault.path, "--passphrase-fd", "0", input: "other auditor\n")
        #expect(refused.status == 2)
        #expect(refused.errors.contains("an auditor's key opens metadata alone"), "\(refused.errors)")
    }

    @Test("A passphrase that asks for more than 1 GiB is added with the option that opens it named in the answer")
    func muchMemory() throws {
        let usual = try PassphraseCost(passes: 16, memoryKiB: 1_048_576)
        #expect(CostOptions.hint(on: usual) == nil)
        let much = try PassphraseCost(passes: 1, memoryKiB: 2_097_152)
        #expect(CostOptions.hint(on: much)?.contains("--memory-limit 2048") == true)
    }

    @Test("A key file that is missing is made and opens the vault")
    func addKeyFile() async throws {
        let vault = try StoredVault()
        let key = vault.folder.path("second")
        let added = try await VaultCommand.run(
            ["slots", "add", "key-file", "--new-key-file", key, "--format", "json"] + vault.key)
        #expect(added.status == 0, "\(added.errors)")
        #expect(try added.json()["key_file_made"] as? Bool == true)
        #expect(try await VaultCommand.run("status", "--vault", vault.path, "--key-file", key).status == 0)
    }

    @Test("A slot that can't be added leaves no key file behind")
    func tooMany() async throws {
        let vault = try StoredVault()
        let open = try vault.open()
        for _ in 2...16 { try open.addSlot(for: .recoveryCode(RecoveryCode.make())) }
        let key = vault.folder.path("second")
        let result = try await VaultCommand.run(["slots", "add", "key-file", "--new-key-file", key] + vault.key)
        #expect(result.status == 2)
        #expect(result.errors.contains("16 key slots"), "\(result.errors)")
        #expect(!FileManager.default.fileExists(atPath: key))
    }

    @Test("A recovery code is alone on standard output, opens the vault as it was typed, and is told apart from a slip")
    func recoveryCode() async throws {
        let vault = try StoredVault()
        let added = try await VaultCommand.run(["slots", "add", "recovery-code"] + vault.key)
        #expect(added.status == 0, "\(added.errors)")
        let code = added.output.dropLast()
        #expect(added.output.hasSuffix("\n") && code.count == 41 && code.split(separator: "-").count == 6)
        #expect(added.errors.contains("not shown again") && !added.errors.contains(code))
        let typed = code.lowercased().replacing("-", with: " ")
        let opened = try await VaultCommand.run(
            "status", "--vault", vault.path, "--recovery-code-fd", "0", input: "\(typed)\n")
        #expect(opened.status == 0, "\(opened.errors)")
        let slip = try await VaultCommand.run(
            "status", "--vault", vault.path, "--recovery-code-fd", "0", input: "\(code.dropLast())\n")
        #expect(slip.status == 2)
        #expect(slip.errors.contains("mistyped"), "\(slip.errors)")
    }

    @Test("With JSON the recovery code stands in the answer, and --quiet leaves the note out")
    func recoveryCodeJSON() async throws {
        let vault = try StoredVault()
        let added = try await VaultCommand.run(
            ["slots", "add", "recovery-code", "--format", "json", "--quiet"] + vault.key)
        let json = try added.json()
        #expect(added.errors.isEmpty)
        #expect(json["number"] as? Int == 2)
        #expect((json["key_slots"] as? [Any])?.count == 2)
        let code = try #require(json["recovery_code"] as? String)
        let opened = try await VaultCommand.run(
            "status", "--vault", vault.path, "--recovery-code-fd", "0", input: code)
        #expect(opened.status == 0, "\(opened.errors)")
    }

    @Test("A recovery code that could not be shown leaves no slot behind")
    func unshownCode() async throws {
        let vault = try StoredVault()
        let result = try await VaultCommand.shell(
            "\"$VAULT\" slots add recovery-code --vault '\(vault.path)' --key-file '\(vault.keyFile)' >/dev/full; echo $?"
        )
        #expect(result.output == "2\n")
        #expect(try await slots(vault.path).count == 1)
    }

    @Test("A slot that is removed opens nothing, and the last owner's slot stays")
    func remove() async throws {
        let vault = try StoredVault()
        try vault.addPassphrase(passphrase)
        let removed = try await VaultCommand.run(["slots", "remove", "2"] + vault.key)
        #expect(removed.status == 0, "\(removed.errors)")
        #expect(removed.output.contains("Slot #2 (passphrase) is removed."))
        let last = try await VaultCommand.run(["slots", "remove", "1"] + vault.key)
        #expect(last.status == 2)
        #expect(last.errors.contains("this is the last way into the vault"))
        let absent = try await VaultCommand.run(["slots", "remove", "2"] + vault.key)
        #expect(absent.status == 2)
        #expect(absent.errors.contains("there is no slot #2"), "\(absent.errors)")
        #expect(try await slots(vault.path).count == 1)
    }

    @Test("K07: a wrong key changes nothing, in an empty vault too")
    func wrongKey() async throws {
        let vault = try StoredVault()
        try vault.addPassphrase(passphrase)
        for command in [["add", "recovery-code"], ["remove", "1"], ["change", "2", "--new-passphrase-fd", "0"]] {
            let result = try await VaultCommand.run(
                ["slots"] + command + ["--vault", vault.path, "--passphrase-fd", "0"], input: "not it\nnew\n")
            #expect(result.status == 2)
            #expect(result.errors.contains("does not open the vault"), "\(result.errors)")
        }
        #expect(try await slots(vault.path).map { $0["number"] as? Int } == [1, 2])
    }
}
