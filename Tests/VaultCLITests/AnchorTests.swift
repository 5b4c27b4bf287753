import Foundation
import SessionVault
import TestSupport
import Testing

@Suite("--anchor")
struct AnchorTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path("a.vault") }
    private var anchor: String { folder.path("anchor") }
    private var key: [String] { ["--vault", path, "--key-file", folder.path("key")] }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func run(_ arguments: String..., anchored: Bool = true, input: String = "") async throws
        -> VaultCommand.Result
    {
        try await VaultCommand.run(arguments + key + (anchored ? ["--anchor", anchor] : []), input: input)
    }

    @Test("init makes the anchor file, and a copy from before is refused by every command that opens the vault")
    func rolledBack() async throws {
        let made = try await run("init")
        #expect(made.status == 0, "\(made.errors)")
        #expect(made.output.contains("\(anchor) (made now)"))
        let old = folder.path("old")
        try FileManager.default.copyItem(atPath: path, toPath: old)
        #expect(try await run("secret", "set", "s", input: "value").status == 0)
        #expect(try await run("verify").output.contains("Its anchor knows no newer state."))
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: old, toPath: path)
        let byEnvironment = try await VaultCommand.run(
            ["status"] + key, environment: ["SESSIONVAULT_ANCHOR": anchor])
        for result in [byEnvironment, try await run("verify"), try await run("secret", "list")] {
            #expect(result.status == 1)
            #expect(result.errors.contains("`vault verify --vault \(path) --accept-rollback`"), "\(result.errors)")
        }
        #expect(try await run("status", anchored: false).status == 0)
        let accepted = try await run("verify", "--accept-rollback")
        #expect(accepted.status == 0, "\(accepted.errors)")
        #expect(accepted.output.contains("The state is accepted"))
        #expect(try await run("status").status == 0)
    }

    @Test("An anchor that can't be told of a write is a warning, also with --quiet, and the write stays")
    func lagging() async throws {
        _ = try await run("init")
        try? FileManager.default.removeItem(atPath: anchor + ".lock")
        try FileManager.default.createDirectory(atPath: anchor + ".lock", withIntermediateDirectories: false)
        let result = try await run("secret", "set", "s", "--quiet", input: "value")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.contains("warning: the change is made, but the anchor does not know of it"))
        try FileManager.default.removeItem(atPath: anchor + ".lock")
        #expect(try await run("secret", "get", "s").output == "value")
    }

    @Test("A missing anchor keeps the vault closed, and only --accept-rollback makes a new one")
    func missing() async throws {
        _ = try await run("init", anchored: false)
        let refused = try await run("status")
        #expect(refused.status == 2)
        #expect(refused.errors.contains("--anchor"), "\(refused.errors)")
        #expect(!FileManager.default.fileExists(atPath: anchor))
        #expect(try await run("verify", "--accept-rollback").status == 0)
        #expect(try await run("status").status == 0)
    }

    @Test("Another vault's anchor makes no vault, and leaves no key file behind")
    func otherVault() async throws {
        _ = try await run("init")
        let other = try await VaultCommand.run(
            "init", "--vault", folder.path("b.vault"), "--key-file", folder.path("key-b"), "--anchor", anchor)
        #expect(other.status == 2)
        #expect(other.errors.contains("another vault's anchor"), "\(other.errors)")
        for name in ["b.vault", "key-b"] { #expect(!FileManager.default.fileExists(atPath: folder.path(name))) }
    }

    @Test("A vault too damaged to be held against its anchor can still be checked and repaired")
    func unreadableManifest() async throws {
        let vault = try StoredVault()
        let options = vault.key + ["--anchor", anchor]
        #expect(try await VaultCommand.run(["verify", "--accept-rollback"] + options).status == 0)
        try await vault.tamper("UPDATE manifest SET sealed = zeroblob(300)")
        let checked = try await VaultCommand.run(["verify"] + options)
        #expect(checked.status == 1)
        #expect(checked.output.contains("could not be held against its anchor"), "\(checked.errors)")
        #expect(try await VaultCommand.run(["status"] + options).status == 1)
        let repaired = try await VaultCommand.run(["repair"] + options)
        #expect(repaired.status == 0, "\(repaired.errors)")
        #expect(repaired.output.contains("--accept-rollback"), "\(repaired.output)")
        #expect(try await VaultCommand.run(["verify", "--accept-rollback"] + options).status == 0)
    }
}
