import Foundation
import SessionVault
import TestSupport
import Testing

@testable import VaultCLI

private enum KernelKeyring {
    static let isUsable = (try? Vault.forgetKeptUnlocked(at: StoredVault().path)) != nil
}

@Suite("vault unlock", .enabled(if: KernelKeyring.isUsable, "the system forbids the kernel's keyring here"))
struct UnlockTests {
    @Test("K13: once unlocked, the vault opens without a key until it is locked, and says so")
    func unlockAndLock() async throws {
        let vault = try StoredVault()
        let unlocked = try await VaultCommand.run(["unlock", "--for", "5m", "--format", "json"] + vault.key)
        #expect(unlocked.status == 0, "\(unlocked.errors)")
        #expect(try unlocked.json()["seconds"] as? Int == 300)
        let status = try await VaultCommand.run("status", "--vault", vault.path)
        #expect(status.status == 0, "\(status.errors)")
        let inspected = try await VaultCommand.run("inspect", "--unlock", "--vault", vault.path)
        #expect(inspected.status == 0, "\(inspected.errors)")

        let locked = try await VaultCommand.run("lock", "--vault", vault.path, "--format", "json")
        #expect(try locked.json()["was_unlocked"] as? Bool == true)
        let again = try await VaultCommand.run("lock", "--vault", vault.path)
        #expect(again.status == 0 && again.output.contains("was not kept unlocked"))
        let refused = try await VaultCommand.run("status", "--vault", vault.path)
        #expect(refused.status == 2 && refused.errors.contains("--key-file"))
    }

    @Test(
        "A time that is none, too long or missing is a usage error that shows the form",
        arguments: ["", "0m", "15", "-5m", "25h", "99999999999999999999h", "m", "1d", "1.5h"])
    func badTimes(time: String) async throws {
        let vault = try StoredVault()
        let result = try await VaultCommand.run(["unlock", "--for", time] + vault.key)
        #expect(result.status == 2 && result.errors.contains("--for"), "\(result.errors)")
        let missing = try await VaultCommand.run(["unlock"] + vault.key)
        #expect(missing.status == 2 && missing.errors.contains("--for TIME is missing"))
    }
}

@Suite("Key options")
struct KeyOptionTests {
    @Test("A key file's line from a descriptor or a credential opens the vault")
    func delivered() async throws {
        let vault = try StoredVault()
        let missing = try await VaultCommand.run(
            "status", "--vault", vault.path, "--credential", "vault-key")
        #expect(missing.status == 2 && missing.errors.contains("LoadCredential="), "\(missing.errors)")
        let closed = try await VaultCommand.run("status", "--vault", vault.path, "--key-fd", "77")
        #expect(closed.status == 2 && closed.errors.contains("3<KEYFILE"), "\(closed.errors)")
    }

    @Test(
        "K01: a keyring or TPM that can't be asked says what to install, start or use instead, and changes nothing",
        arguments: ["secret-service", "tpm"])
    func unavailable(kind: String) async throws {
        let vault = try StoredVault()
        let added = try await VaultCommand.run(["slots", "add", kind] + vault.key)
        #expect(added.status == 2, "\(added.errors)")
        #expect(added.errors.contains("use another way in"), "\(added.errors)")
        let list = try await VaultCommand.run("slots", "list", "--vault", vault.path)
        #expect(!list.output.contains(kind))
    }
}
