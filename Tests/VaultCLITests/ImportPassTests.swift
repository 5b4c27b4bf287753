import Foundation
import SessionVault
import TestSupport
import Testing

@Suite("vault import pass")
struct ImportPassTests {
    private static let hasGnuPG = FileManager.default.isExecutableFile(atPath: "/usr/bin/gpg")

    private let vault: StoredVault
    private var store: String { vault.folder.path("store") }

    init() throws {
        vault = try StoredVault()
        for folder in ["store/Email", "store/.git", "bin"] {
            try FileManager.default.createDirectory(
                atPath: vault.folder.path(folder), withIntermediateDirectories: true)
        }
    }

    /// A program that stands for gpg: it notes its arguments and descriptors, and writes the file it is given.
    private func useStandIn(_ last: String = "cat \"$5\"") throws {
        let script =
            "#!/bin/sh\necho \"$*\" >>'\(vault.folder.path)/arguments'\nls /proc/$$/fd >'\(vault.folder.path)/fds'\n\(last)\n"
        let path = try vault.write(script, to: "bin/gpg")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    private func run(_ options: String..., environment: [String: String] = [:]) async throws -> VaultCommand.Result {
        try await VaultCommand.run(
            ["import", "pass", store] + options + vault.key,
            environment: ["PATH": "\(vault.folder.path("bin")):/usr/bin:/bin"].merging(environment) { $1 })
    }

    private func get(_ service: String, _ account: String = "") async throws -> String {
        try await VaultCommand.run(["secret", "get"] + vault.key + ["--", service, account]).output
    }

    @Test("Folders are the service and a file's name the account; a single line comes without its line feed")
    func names() async throws {
        try useStandIn()
        _ = try vault.write("hunter2-top\n", to: "store/top.gpg")
        _ = try vault.write("hunter2-mail\nlogin: me\n", to: "store/Email/me@example.test.gpg")
        _ = try vault.write("note", to: "store/notes.txt")
        let result = try await run()
        #expect(result.status == 0, "\(result.errors)")
        #expect(!result.output.contains("hunter2"))
        #expect(try await get("top") == "hunter2-top")
        #expect(try await get("Email", "me@example.test") == "hunter2-mail\nlogin: me\n")
        #expect(result.output.contains("Not taken over: the file notes.txt."))
        let arguments = try String(contentsOfFile: vault.folder.path("arguments"), encoding: .utf8)
        #expect(arguments.contains("--quiet --batch --decrypt -- \(store)/Email/me@example.test.gpg\n"), "\(arguments)")
    }

    @Test("The program gets no descriptor of the command's but the standard streams")
    func descriptors() async throws {
        try useStandIn()
        _ = try vault.write("v\n", to: "store/top.gpg")
        _ = try await VaultCommand.shell(
            "\"$VAULT\" import pass '\(store)' \(vault.key.joined(separator: " ")) 5</dev/null",
            environment: ["PATH": "\(vault.folder.path("bin")):/usr/bin:/bin"])
        let held = try String(contentsOfFile: vault.folder.path("fds"), encoding: .utf8).split(separator: "\n")
        #expect(!held.contains("5") && held.contains("0"), "\(held)")
    }

    @Test("A file that gpg does not decrypt ends the import with what to run, and nothing is stored")
    func undecryptable() async throws {
        try useStandIn("case $5 in */b.gpg) exit 2 ;; *) cat \"$5\" ;; esac")
        for name in ["a", "b"] { _ = try vault.write("hunter2\n", to: "store/\(name).gpg") }
        let result = try await run("--shred")
        #expect(result.status == 2 && result.output.isEmpty)
        #expect(
            result.errors.contains(
                "store/b.gpg: gpg did not decrypt it; nothing was stored. See why with `gpg --decrypt"))
        #expect(try await vault.open().secrets.names().isEmpty)
        #expect(FileManager.default.fileExists(atPath: "\(store)/a.gpg"))
    }

    @Test("Without gpg the package that brings it is named; a value over 1 MiB is refused")
    func noProgram() async throws {
        _ = try vault.write("v\n", to: "store/a.gpg")
        let missing = try await run(environment: ["PATH": vault.folder.path("bin")])
        #expect(missing.status == 2 && missing.errors.contains("Install it: package `gnupg`."), "\(missing.errors)")
        try useStandIn("head -c 1048577 /dev/zero")
        let large = try await run()
        #expect(large.status == 2 && large.errors.contains("over 1,048,576 bytes"), "\(large.errors)")
    }

    @Test("V13: a link in the folder, and a folder that is none, are refused")
    func links() async throws {
        try useStandIn()
        _ = try vault.write("v\n", to: "store/a.gpg")
        try FileManager.default.createSymbolicLink(
            atPath: "\(store)/b.gpg", withDestinationPath: "\(store)/a.gpg")
        let link = try await run("--shred")
        #expect(link.status == 2 && link.errors.contains("b.gpg: this is a symbolic link"), "\(link.errors)")
        let file = try await VaultCommand.run(["import", "pass", "\(store)/a.gpg"] + vault.key)
        #expect(file.status == 2 && file.errors.contains("this is no folder"), "\(file.errors)")
        let missing = try await VaultCommand.run(["import", "pass", "\(store)/nothing"] + vault.key)
        #expect(missing.status == 2 && missing.errors.contains("no such folder"), "\(missing.errors)")
    }

    @Test("--shred removes the files and the folders that it empties, and leaves git's")
    func shredded() async throws {
        try useStandIn()
        _ = try vault.write("v\n", to: "store/top.gpg")
        _ = try vault.write("v\n", to: "store/Email/me.gpg")
        _ = try vault.write("x", to: "store/.git/HEAD")
        let result = try await run("--shred")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("2 files overwritten and removed") && result.output.contains("git's"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: store) == [".git"])
        #expect(FileManager.default.fileExists(atPath: "\(store)/.git/HEAD"))
    }

    @Test(
        "GnuPG decrypts a folder that it encrypted, found by PASSWORD_STORE_DIR",
        .enabled(if: hasGnuPG, "gpg is not installed"))
    func realProgram() async throws {
        let made = try await VaultCommand.shell(
            """
            export GNUPGHOME='\(vault.folder.path)/gnupg'; mkdir -m 700 "$GNUPGHOME"
            gpg --batch --quiet --passphrase '' --quick-generate-key made-up@example.test default default never
            printf 'hunter2\\n' | gpg --batch --quiet --trust-model always -e -r made-up@example.test >'\(store)/Email/me.gpg'
            PASSWORD_STORE_DIR='\(store)/' "$VAULT" import pass \(vault.key.joined(separator: " ")); status=$?
            gpgconf --kill all; exit $status
            """)
        #expect(made.status == 0, "\(made.errors)")
        #expect(!made.output.contains("hunter2"))
        #expect(try await get("Email", "me") == "hunter2")
    }
}
