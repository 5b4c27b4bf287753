import Foundation
import Sealing
import SessionVault
import TestSupport
import Testing

/// A state that a vault's file can be in, the command that meets it, and what mends it.
///
/// Lines of the shell, in which `v` is the command with this vault and `$V`, `$K`, `$A` and `$B` are the paths of vault, key
/// file, anchor and backup. Before them the vault was made with the anchor, and holds the secret `s`.
struct Trouble: Sendable, CustomTestStringConvertible {
    let name: String
    /// Brings the state about.
    let cause: String
    /// Meets it.
    let command: String
    let status: Int32
    /// What standard error says.
    let says: String
    /// What it names as the mend.
    let names: [String]
    /// Does what was said; nil where no command of this machine mends it.
    let mend: String?

    init(
        _ name: String, _ cause: String, _ command: String, status: Int32, says: String, names: [String],
        mend: String?
    ) {
        self.name = name
        self.cause = cause
        self.command = command
        self.status = status
        self.says = says
        self.names = names
        self.mend = mend
    }

    var testDescription: String { name }

    private static let get = #"v secret get s --key-file "$K""#
    private static let aside = #"v set-aside --yes"#
    private static let restore = #"v restore "$B" --key-file "$K""#

    static let all = [
        Trouble(
            "absent", #"rm "$V""#, get, status: 2, says: "there is no vault here", names: ["`vault init`", "--vault"],
            mend: #"v init --key-file "$K" && echo value | v secret set s --trim --key-file "$K""#),
        Trouble(
            "locked", "", "v secret get s", status: 2, says: "no passphrase opens this vault",
            names: ["--key-file PATH"], mend: "true"),
        Trouble(
            "wrong key", #"v init --vault "$V.2" --key-file "$K.2""#, #"v secret get s --key-file "$K.2""#, status: 2,
            says: "does not open the vault", names: ["`vault slots list`"], mend: "v slots list | grep key-file"),
        Trouble(
            "key lost", #"mv "$K" "$K.lost""#, get, status: 2, says: "there is no key file here",
            names: ["--recovery-code", "`vault set-aside`", "`vault init`"],
            mend: #"\#(aside) && v init --key-file "$K" && echo value | v secret set s --trim --key-file "$K""#),
        Trouble(
            "key source unavailable", "", #"v secret get s --key-file "$D/medium/key""#, status: 2,
            says: "the key file's folder is missing", names: ["Check the key file's path"],
            mend: #"mkdir "$D/medium" && cp -p "$K" "$D/medium/key" && v secret get s --key-file "$D/medium/key""#),
        Trouble(
            "tampered header", #"tamper "UPDATE header SET mac = zeroblob(32)""#,
            #"echo new | v secret set s --key-file "$K""#, status: 1, says: "",
            names: ["`vault verify`", "`vault repair`"],
            mend: #"! v verify --key-file "$K" && v repair --key-file "$K" && v verify --key-file "$K""#),
        Trouble(
            "tampered record", #"tamper "UPDATE record SET body = zeroblob(400)""#, get, status: 1,
            says: "not as it was",
            names: ["`vault verify`", "`vault repair`", "`vault restore`"],
            mend: #"""
                ! v verify --key-file "$K" && v repair --key-file "$K" && v verify --key-file "$K" &&
                echo value | v secret set s --trim --key-file "$K"
                """#),
        Trouble(
            "truncated", #"truncate -s 5000 "$V""#, get, status: 1, says: "cut short",
            names: ["`vault set-aside`", "`vault restore`"], mend: "\(aside) && \(restore)"),
        Trouble(
            "newer format", #"tamper "PRAGMA user_version = 2""#, get, status: 2, says: "later version",
            names: ["Update this program"], mend: nil),
        Trouble(
            "rolled back",
            #"cp "$V" "$V.old" && echo new | v secret set s --key-file "$K" --anchor "$A" && mv "$V.old" "$V""#,
            get + #" --anchor "$A""#, status: 1, says: "older than what was written last",
            names: ["`vault verify --accept-rollback`", "--anchor"],
            mend: #"v verify --accept-rollback --key-file "$K" --anchor "$A" && \#(get) --anchor "$A""#),
        Trouble(
            "anchor unavailable", #"mv "$A" "$A.away""#, get + #" --anchor "$A""#, status: 2, says: "the anchor",
            names: ["Mount its medium", "--anchor"], mend: get + #" --anchor "$A.away""#),
        Trouble(
            "wrong mode", #"chmod 640 "$V""#, get, status: 2, says: "other users can read", names: ["`chmod 600`"],
            mend: #"chmod 600 "$V""#),
        Trouble(
            "read-only", #"chmod 400 "$V""#, get, status: 2, says: "can't be written", names: ["`chmod u+w`"],
            mend: #"chmod u+w "$V""#),
        Trouble(
            "value too large", "", #"head -c 1048577 /dev/zero | v secret set s --key-file "$K""#, status: 2,
            says: "over 1,048,576 bytes", names: ["nothing was stored"], mend: "true"),
        Trouble(
            "slot too large",
            #"printf p >"$D/p" && v slots add passphrase --memory 16 --weak-passphrase --key-file "$K" --new-passphrase-fd 3 3<"$D/p""#,
            #"v secret get s --memory-limit 8 --passphrase-fd 3 3<"$D/p""#, status: 2, says: "more memory",
            names: ["--memory-limit"], mend: #"v secret get s --memory-limit 16 --passphrase-fd 3 3<"$D/p""#),
        Trouble(
            "not a backup", #"echo "made-up text" >"$D/text""#, #"v restore "$D/text" --vault "$V.2" --key-file "$K""#,
            status: 2, says: "not a backup", names: ["`vault backup`"],
            mend: #"v backup "$D/b" --key-file "$K" && v restore "$D/b" --vault "$V.2" --key-file "$K""#),
        Trouble(
            "already exists", "", restore, status: 2, says: "stands here already", names: ["`vault set-aside`"],
            mend: "\(aside) && \(restore)"),
        Trouble(
            "other slots", #"v slots add recovery-code --key-file "$K""#, #"v rotate --root --key-file "$K""#,
            status: 2,
            says: "other ways in", names: ["--remove-other-slots", "`vault slots add`"],
            mend: #"v rotate --root --remove-other-slots --key-file "$K" && v slots add recovery-code --key-file "$K""#),
        Trouble(
            "last slot", "", #"v slots remove 1 --key-file "$K""#, status: 2, says: "the last way in",
            names: ["`vault slots add`"],
            mend: """
                v slots add key-file --new-key-file "$K.2" --key-file "$K" && v slots remove 1 --key-file "$K" &&
                mv "$K.2" "$K"
                """),
    ]

    /// Only the superuser can give a file away.
    static let wrongOwner = Trouble(
        "wrong owner", #"chown 12345 "$V""#, get, status: 2, says: "another user owns this", names: ["`sudo chown"],
        mend: #"chown "$(id -u)" "$V""#)
}

@Suite("Every trouble has its message and its mend")
struct TaxonomyTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func shell(_ line: String) async throws -> VaultCommand.Result {
        let functions = #"""
            v() { setsid --wait "$VAULT" "$@"; }
            tamper() { python3 -c 'import sqlite3,sys
            c = sqlite3.connect(sys.argv[1], isolation_level=None)
            c.execute(sys.argv[2])
            c.close()' "$V" "$1"; }

            """#
        let paths = ["V": "a.vault", "K": "key", "A": "anchor", "B": "backup"].mapValues(folder.path)
        return try await VaultCommand.shell(
            functions + line,
            environment: paths.merging(["SESSIONVAULT_PATH": folder.path("a.vault"), "D": folder.path(".")]) { $1 })
    }

    private func expectMended(_ trouble: Trouble) async throws {
        let made = try await shell(
            #"""
            set -e; v init --key-file "$K" --anchor "$A"; printf value | v secret set s --key-file "$K" --anchor "$A"
            v backup "$B" --key-file "$K"
            """#)
        #expect(made.status == 0, "\(made.errors)")
        if !trouble.cause.isEmpty {
            let caused = try await shell(trouble.cause)
            #expect(caused.status == 0, "\(caused.errors)")
        }
        let met = try await shell(trouble.command)
        #expect(met.status == trouble.status)
        for words in [trouble.says] + trouble.names where !words.isEmpty {
            #expect(met.errors.contains(words), "\(words): \(met.errors)")
        }
        #expect(!met.output.contains("value"))
        guard let mend = trouble.mend else { return }
        let mended = try await shell(mend)
        #expect(mended.status == 0, "\(mended.errors)")
        let value = try await shell(#"v secret get s --key-file "$K""#)
        #expect(value.output == "value", "\(value.errors)")
    }

    @Test("The command's status and text tell what is the matter, and what it names mends it", arguments: Trouble.all)
    func trouble(_ trouble: Trouble) async throws {
        try await expectMended(trouble)
    }

    @Test("Another user's file is refused, and mended by its owner's name", .enabled(if: geteuid() == 0))
    func owner() async throws {
        try await expectMended(.wrongOwner)
    }
}
