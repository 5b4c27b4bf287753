import Foundation
import Sealing
import SessionVault
import TestSupport
import Testing

@Suite("vault rotate")
struct RotateTests {
    private func epochs(_ vault: StoredVault) async throws -> Set<Int> {
        let json = try await VaultCommand.run(["inspect", "--format", "json"] + vault.key).json()
        let records = try #require(json["records"] as? [[String: Any]])
        return Set(records.compactMap { $0["epoch"] as? Int })
    }

    @Test("Every record is sealed anew, the old keys go, and the sessions and secrets stay")
    func rotate() async throws {
        let vault = try StoredVault()
        try vault.admit()
        try await vault.open().secrets.set(SecretBytes(utf8: "kept"), for: SecretName(service: "s"))
        let result = try await VaultCommand.run(["rotate"] + vault.key)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output == "5 records sealed anew under the new keys.\nThe old keys are erased.\n")
        #expect(result.errors.isEmpty)
        #expect(try await epochs(vault) == [2])
        #expect(try await VaultCommand.run(["secret", "get", "s"] + vault.key).output == "kept")
        let json = try await VaultCommand.run(["rotate", "--format", "json"] + vault.key).json()
        #expect(json["schema"] as? String == "sessionvault.rotate/1")
        #expect(json["resealed"] as? Int == 5)
        #expect(json["left"] as? Int == 0)
        #expect(json["continued_earlier"] as? Bool == false)
    }

    @Test("V19: a record that does not open stays with status 1, and its replacement lets the rotation finish")
    func damaged() async throws {
        let vault = try StoredVault()
        for name in ["a", "b"] {
            try await vault.open().secrets.set(SecretBytes(utf8: "value"), for: SecretName(service: name))
        }
        try await vault.tamper("UPDATE record SET body = zeroblob(400) WHERE id = 1")
        let result = try await VaultCommand.run(["rotate"] + vault.key)
        #expect(result.status == 1, "\(result.errors)")
        #expect(result.output.contains("1 record sealed anew"))
        #expect(result.output.contains("1 record does not open and stays under older keys"), "\(result.output)")
        #expect(try await VaultCommand.run(["secret", "remove", "a"] + vault.key).status == 0)
        let finished = try await VaultCommand.run(["rotate"] + vault.key)
        #expect(finished.status == 0, "\(finished.output)")
        #expect(finished.output.contains("1 record sealed anew"), "\(finished.output)")
        #expect(finished.output.contains("The old keys are erased."))
    }

    @Test("Keys that records in quarantine need are kept, and the answer says so with status 1")
    func quarantine() async throws {
        let vault = try StoredVault()
        try await vault.open().secrets.set(SecretBytes(utf8: "value"), for: SecretName(service: "a"))
        try await vault.tamper("UPDATE record SET body = zeroblob(400) WHERE id = 1")
        try vault.open().repair()
        let result = try await VaultCommand.run(["rotate"] + vault.key)
        #expect(result.status == 1, "\(result.errors)")
        #expect(result.output.contains("The old keys are kept: records in quarantine"), "\(result.output)")
    }

    @Test("--root replaces what the slots open, refuses to drop other slots unasked, and names those that are gone")
    func root() async throws {
        let vault = try StoredVault()
        try vault.addPassphrase("pass phrase of the vault")
        try await vault.open().secrets.set(SecretBytes(utf8: "kept"), for: SecretName(service: "s"))
        let refused = try await VaultCommand.run(["rotate", "--root"] + vault.key)
        #expect(refused.status == 2)
        #expect(refused.errors.contains("--remove-other-slots"), "\(refused.errors)")
        #expect(try await epochs(vault) == [1])
        let done = try await VaultCommand.run(["rotate", "--root", "--remove-other-slots"] + vault.key)
        #expect(done.status == 0, "\(done.errors)")
        #expect(
            done.output.contains("The root key is replaced") && done.output.contains("#2 is gone"), "\(done.output)")
        #expect(try await epochs(vault) == [2])
        #expect(try await VaultCommand.run(["secret", "get", "s"] + vault.key).output == "kept")
        let gone = try await VaultCommand.run(
            "status", "--vault", vault.path, "--passphrase-fd", "0", input: "pass phrase of the vault\n")
        #expect(gone.status == 2)
        let json = try await VaultCommand.run(["rotate", "--root", "--format", "json"] + vault.key).json()
        #expect(json["root_replaced"] as? Bool == true)
        #expect((json["removed_slots"] as? [Int])?.isEmpty == true)
    }

    @Test("A key that opens nothing rotates nothing")
    func wrongKey() async throws {
        let vault = try StoredVault()
        try vault.admit()
        let key = vault.folder.path("other")
        try KeyFile.create(at: key)
        #expect(try await VaultCommand.run("rotate", "--vault", vault.path, "--key-file", key).status == 2)
        #expect(try await epochs(vault) == [1])
    }
}
