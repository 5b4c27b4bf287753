import Foundation
import SessionVault
import TestSupport
import Testing

@testable import VaultCLI

@Suite("vault inspect and status")
struct InspectTests {
    @Test("Without a key it shows the outside and asks for nothing")
    func outline() async throws {
        let vault = try StoredVault()
        try vault.addPassphrase("pass phrase of the vault")
        try vault.admit()
        let text = try await VaultCommand.run("inspect", "--vault", vault.path)
        #expect(text.status == 0, "\(text.errors)")
        #expect(text.output.contains("Argon2id, 3 passes, 8 MiB"))
        #expect(!text.output.contains("acct-") && !text.holdsSecret)
        let json = try await VaultCommand.run("inspect", "--vault", vault.path, "--format", "json").json()
        let outline = try #require(json["outline"] as? [String: Any])
        #expect(json["schema"] as? String == "sessionvault.inspect/1")
        #expect(json["unlocked"] as? Bool == false)
        #expect(outline["record_count"] as? Int == 4)
        #expect((outline["file"] as? [String: Any])?["mode"] as? String == "0600")
        #expect(
            (outline["key_slots"] as? [[String: Any]])?.compactMap { $0["kind"] as? String } == [
                "key-file", "passphrase",
            ])
    }

    @Test("E2, E4: a session is shown as provisional, with branch, time and gate policy")
    func report() async throws {
        let vault = try StoredVault()
        let tag = try vault.admit(gate: RoleGate(admitting: [.driver, .professional])).description
        let text = try await VaultCommand.run(["inspect"] + vault.key)
        #expect(text.status == 0, "\(text.errors)")
        for words in [
            tag, "provisional on disk; active once a program's request is settled", "by email-password",
            "gate: driver,professional",
        ] {
            #expect(text.output.contains(words), "\(words)")
        }
        #expect(text.output.split(separator: "\n").allSatisfy { $0.count <= 80 || $0.contains(vault.folder.path) })
        let json = try await VaultCommand.run(["inspect", "--format", "json"] + vault.key).json()
        let session = try #require((json["sessions"] as? [[String: Any]])?.first)
        #expect(session["account"] as? String == tag)
        #expect(session["standing"] as? String == "provisional")
        #expect(session["gate"] as? String == "driver,professional")
        #expect((session["records"] as? [String])?.count == 4)
        #expect((json["integrity"] as? [String: Any])?["intact"] as? Bool == true)
    }

    @Test("E2: an open gate is shown as such")
    func openGate() async throws {
        let vault = try StoredVault()
        try vault.admit(gate: .open)
        #expect(try await VaultCommand.run(["inspect"] + vault.key).output.contains("gate: open, every role is let in"))
        let json = try await VaultCommand.run(["status", "--format", "json"] + vault.key).json()
        #expect((json["sessions"] as? [[String: Any]])?.first?["gate_is_open"] as? Bool == true)
    }

    @Test("C1: no command prints a value or an account's name", arguments: ["text", "json"])
    func noSecrets(format: String) async throws {
        let vault = try StoredVault()
        try vault.admit(expiry: .at(.now))
        for command in ["inspect", "status"] {
            #expect(try await !VaultCommand.run([command, "--format", format] + vault.key).holdsSecret)
        }
    }

    @Test("S04: a token without a readable expiry shows as unknown, never as ended")
    func expiry() async throws {
        let vault = try StoredVault()
        try vault.admit()
        try vault.admit(subject: "subject-42", expiry: .at(UnixTime.now.advanced(bySeconds: 86_400 * 30 + 60)))
        let output = try await VaultCommand.run(["status"] + vault.key).output
        #expect(output.contains("unknown") && output.contains("in 30 days") && !output.contains("1970"))
        #expect(output.split(separator: "\n").allSatisfy { $0.count < 80 })
        let sessions = try #require(
            try await VaultCommand.run(["status", "--format", "json"] + vault.key).json()["sessions"]
                as? [[String: Any]])
        #expect(sessions[0]["expires"] is NSNull)
    }

    @Test(
        "V16, V19: damage gives status 1 and is named, and the rest stays readable",
        arguments: [
            ("UPDATE record SET body = zeroblob(400) WHERE id = 2", "1 record does not open", "  damaged  "),
            ("UPDATE record SET metadata = zeroblob(400) WHERE id = 2", "1 record does not open", "Unreadable records"),
            ("DELETE FROM record WHERE id = 3", "1 record is missing", "intact"),
        ])
    func damage(statement: String, message: String, detail: String) async throws {
        let vault = try StoredVault()
        try vault.admit()
        try await vault.tamper(statement)
        let result = try await VaultCommand.run(["inspect"] + vault.key)
        #expect(result.status == 1, "\(result.errors)")
        #expect(result.output.contains(message) && result.output.contains(detail), "\(result.output)")
        #expect(result.output.contains("provisional"))
        #expect(result.output.split(separator: "\n").allSatisfy { $0.count < 80 || $0.contains(vault.path) })
        #expect(try await VaultCommand.run(["status"] + vault.key).status == 1)
        let json = try await VaultCommand.run(["inspect", "--format", "json"] + vault.key).json()
        #expect((json["integrity"] as? [String: Any])?["intact"] as? Bool == false)
    }

    @Test("An auditor's key shows metadata alone, says what it could not check, and searches logs")
    func auditor() async throws {
        let vault = try StoredVault()
        let tag = try vault.admit().description
        let key = vault.folder.path("audit-key")
        try KeyFile.create(at: key)
        try vault.open().addAuditorSlot(for: .keyFile(path: key), cost: .weakest)
        let auditor = ["--vault", vault.path, "--key-file", key]
        let result = try await VaultCommand.run(["inspect"] + auditor)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains(tag) && result.output.contains("This is an auditor's key"))
        #expect(!result.output.contains("Intact") && !result.holdsSecret)
        let json = try await VaultCommand.run(["inspect", "--format", "json"] + auditor).json()
        #expect(json["audit_only"] as? Bool == true)
        #expect(json["integrity"] is NSNull)
        let log = try vault.write("token=\(StoredVault.secrets[0])", to: "a.log")
        #expect(try await VaultCommand.run(["inspect", "--logs"] + auditor + [log]).status == 1)
        #expect(try await VaultCommand.run(["logout"] + auditor).status == 2)
        try await vault.tamper("UPDATE record SET metadata = zeroblob(400) WHERE id = 2")
        #expect(try await VaultCommand.run(["inspect"] + auditor).status == 1)
    }

    @Test("A damaged key slot shows without a key, with status 1")
    func damagedSlot() async throws {
        let vault = try StoredVault()
        try vault.addPassphrase("pass phrase of the vault")
        try await vault.tamper("UPDATE slot SET bytes = zeroblob(160) WHERE number = 2")
        let result = try await VaultCommand.run("inspect", "--vault", vault.path)
        #expect(result.status == 1)
        #expect(result.output.contains("damaged") && result.output.contains("key-file"))
    }

    @Test(
        "V10, V13: a file that is not safely the user's own is refused with the mend",
        arguments: [("chmod 644 \"$F\"", "chmod 600"), ("mv \"$F\" \"$F.x\"; ln -s \"$F.x\" \"$F\"", "symbolic link")])
    func unsafeFile(change: String, mend: String) async throws {
        let vault = try StoredVault()
        _ = try await VaultCommand.shell(change, environment: ["F": vault.path])
        let result = try await VaultCommand.run("inspect", "--vault", vault.path)
        #expect(result.status == 2)
        #expect(result.errors.contains(mend), "\(result.errors)")
    }

    @Test("An empty vault has no session, in words")
    func empty() async throws {
        let vault = try StoredVault()
        let result = try await VaultCommand.run(["status"] + vault.key)
        #expect(result.status == 0)
        #expect(result.output == "No session is stored.\n")
    }
}
