import Foundation
import Sealing
import SessionVault
import TestSupport
import Testing

@Suite("vault verify and repair")
struct VerifyTests {
    private let vault: StoredVault

    init() throws {
        vault = try StoredVault()
    }

    private func json(_ command: String...) async throws -> [String: Any] {
        try await VaultCommand.run(command + ["--format", "json"] + vault.key).json()
    }

    @Test("An intact vault is told so with status 0, and is not written by it")
    func intact() async throws {
        try vault.admit()
        let before = try Data(contentsOf: URL(filePath: vault.path))
        let text = try await VaultCommand.run(["verify"] + vault.key)
        #expect(text.status == 0, "\(text.errors)")
        #expect(text.output.contains("Intact: ") && !text.output.contains("anchor"), "\(text.output)")
        #expect(try Data(contentsOf: URL(filePath: vault.path)) == before)
        let json = try await json("verify")
        #expect(json["schema"] as? String == "sessionvault.verify/1")
        #expect(json["intact"] as? Bool == true)
        #expect(json["record_count"] as? Int == 4)
        #expect((json["damaged"] as? [Any])?.isEmpty == true)
    }

    @Test("V16: damaged records are listed by kind, account tag and part, with status 1 and the mend")
    func damaged() async throws {
        let tag = try vault.admit().description
        try await vault.tamper("UPDATE record SET body = zeroblob(400) WHERE id = 1")
        try await vault.tamper("UPDATE record SET metadata = zeroblob(400) WHERE id = 3")
        let text = try await VaultCommand.run(["verify"] + vault.key)
        #expect(text.status == 1, "\(text.errors)")
        let rows = text.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        #expect(rows.contains(["#1", "token", tag, "body"]), "\(text.output)")
        #expect(rows.contains(["#3", "device", tag, "metadata"]), "\(text.output)")
        #expect(text.output.contains("2 records do not open."))
        #expect(text.output.contains("`vault repair --vault \(vault.path)`"))
        #expect(!text.holdsSecret)
        let damaged = try #require(try await json("verify")["damaged"] as? [[String: Any]])
        #expect(damaged.map { $0["part"] as? String } == ["body", "metadata"])
        #expect(damaged.map { $0["account"] as? String } == [tag, tag])
    }

    @Test("An auditor's key can't tell whether everything is intact: status 2")
    func auditor() async throws {
        let key = vault.folder.path("audit-key")
        try KeyFile.create(at: key)
        try vault.open().addAuditorSlot(for: .keyFile(path: key))
        let result = try await VaultCommand.run("verify", "--vault", vault.path, "--key-file", key)
        #expect(result.status == 2)
        #expect(result.errors.contains("auditor's key"), "\(result.errors)")
    }

    @Test("A repair sets damaged records aside and keeps the rest, and --discard deletes them")
    func repair() async throws {
        for name in ["a", "b"] {
            try await vault.open().secrets.set(SecretBytes(utf8: name), for: SecretName(service: name))
        }
        try await vault.tamper("UPDATE record SET body = zeroblob(400) WHERE id = 1")
        let repaired = try await VaultCommand.run(["repair"] + vault.key)
        #expect(repaired.status == 0, "\(repaired.errors)")
        #expect(repaired.output.contains("1 record that did not open is set aside"), "\(repaired.output)")
        #expect(repaired.output.contains("The vault is intact now."))
        #expect(try await VaultCommand.run(["secret", "get", "b"] + vault.key).output == "b")
        #expect(
            try await VaultCommand.run(["inspect"] + vault.key).output.contains("1 record was set aside by a repair"))
        let discarded = try await json("repair", "--discard", "--yes")
        #expect(discarded["schema"] as? String == "sessionvault.repair/1")
        #expect(discarded["was_intact"] as? Bool == true)
        #expect(discarded["discarded"] as? Int == 1)
        #expect(try await json("verify")["quarantined"] as? Int == 0)
    }

    @Test("A repair keeps the slot that opened the vault and names those that are gone")
    func slots() async throws {
        try vault.addPassphrase("pass phrase of the vault")
        try await vault.tamper("UPDATE slot SET bytes = zeroblob(160) WHERE number = 2")
        let repaired = try await VaultCommand.run(["repair"] + vault.key)
        #expect(repaired.status == 0, "\(repaired.errors)")
        #expect(repaired.output.contains("Key slot #2 is gone"), "\(repaired.output)")
        #expect(repaired.output.contains("`vault slots add`"))
        #expect(try await VaultCommand.run(["verify"] + vault.key).status == 0)
    }

    @Test("A repair of an intact vault writes nothing and says so")
    func nothingToRepair() async throws {
        let events = try #require(try await json("inspect", "--events")["events"] as? [Any]).count
        let result = try await VaultCommand.run(["repair"] + vault.key)
        #expect(result.status == 0)
        #expect(result.output.contains("there was nothing to repair"))
        #expect(try await json("inspect", "--events")["events"].map { ($0 as? [Any])?.count } == events)
    }

    @Test("The journal shows what happened, the newest last, and where its chain breaks")
    func events() async throws {
        let tag = try vault.admit().description
        let text = try await VaultCommand.run(["inspect", "--events"] + vault.key)
        #expect(text.status == 0, "\(text.errors)")
        let rows = text.output.split(separator: "\n")
        #expect(rows[0].hasPrefix("EVENT") && rows[1].contains("created"))
        #expect(rows[2].contains("admitted") && rows[2].contains(tag) && rows[2].contains("gate driver"))
        #expect(text.output.contains("The chain is whole"))
        #expect(try await VaultCommand.run(["inspect"] + vault.key).output.contains("The journal has 2 events"))
        try await vault.tamper("DELETE FROM event WHERE number = 1")
        let broken = try await VaultCommand.run(["inspect", "--events"] + vault.key)
        #expect(broken.status == 1)
        #expect(broken.output.contains("Event #1 is missing."), "\(broken.output)")
        let json = try await json("inspect", "--events")
        #expect(json["schema"] as? String == "sessionvault.inspect-events/1")
        let found = try #require((json["breaks"] as? [[String: Any]])?.first)
        #expect(found["kind"] as? String == "missing" && found["first"] as? Int == 1)
        #expect(try await VaultCommand.run(["verify"] + vault.key).output.contains("Event #1 is missing."))
    }
}
