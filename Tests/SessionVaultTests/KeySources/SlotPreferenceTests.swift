import Foundation
import Sealing
import Testing

@testable import SessionVault

@Suite("Slot preference")
struct SlotPreferenceTests {
    let place: VaultFolder

    init() throws {
        place = try VaultFolder()
        try place.create(signingIn: ["42"])
    }

    private func open(_ environment: [String: String]) throws -> [String] {
        try ChildProcess("key-sources", place.path, "automatic", "", environment: environment).wait()
    }

    /// A credentials folder that holds the file's content as `sessionvault-key`.
    private func credentials(_ file: String) throws -> String {
        let folder = place.file("credentials")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let path = "\(folder)/sessionvault-key"
        try FileManager.default.copyItem(atPath: file, toPath: path)
        try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: path)
        return folder
    }

    @Test("A machine that offers nothing opens nothing, and says what would")
    func nothing() throws {
        #expect(try open([:]) == ["keySourceUnavailable"])
    }

    @Test("A systemd credential is taken by itself, and the log says so")
    func credential() throws {
        let said = try open(["CREDENTIALS_DIRECTORY": try credentials(VaultFolder.keyFile)])
        #expect(said == ["log INFO the vault's key comes from the systemd credential", "sessions 1"])
    }

    @Test("K08: a source that is there and does not open is passed over aloud, never silently")
    func passedOver() throws {
        let stranger = place.file("stranger")
        try KeyFile.create(at: stranger)
        let said = try open([
            "CREDENTIALS_DIRECTORY": try credentials(stranger), "SESSIONVAULT_KEY_FD": "77",
        ])
        #expect(said.count == 3 && said.last == "keySourceUnavailable")
        #expect(said[0].hasPrefix("log WARNING the systemd credential does not open the vault: "))
        #expect(said[1].hasPrefix("log WARNING the key descriptor does not open the vault: "))
    }

    @Test(
        "What was unlocked for a while comes before all else",
        .enabled(if: KernelKeyring.isAvailable, "the system forbids the kernel's keyring here"))
    func kernelFirst() throws {
        try place.open().keepUnlocked(seconds: 60)
        let said = try open(["CREDENTIALS_DIRECTORY": try credentials(VaultFolder.keyFile)])
        #expect(said == ["log INFO the vault's key comes from the kernel keyring", "sessions 1"])
        try Vault.forgetKeptUnlocked(at: place.path)
    }
}
