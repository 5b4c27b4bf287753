import Foundation
import Sealing
import Testing

@testable import SessionVault

/// Rows deleted, added, exchanged, put back or brought from elsewhere by somebody with SQLite and no key.
@Suite("Edited rows")
struct RowEditTests {
    let place: VaultFolder
    /// The same vault at an earlier time.
    let older: String
    let other: VaultFolder

    init() throws {
        place = try VaultFolder()
        other = try VaultFolder()
        older = place.file("older.vault")
        try place.create(signingIn: ["42", "43"])
        try other.create(signingIn: ["42", "43"])
        try FileManager.default.copyItem(atPath: place.path, toPath: older)
        let vault = try place.open()
        try vault.signIn("42", token: "newer")
        try vault.secrets.set(SecretBytes(utf8: "value"), for: SecretName(service: "s"))
    }

    struct Edit: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let statements: [String]
        let state: VaultIntegrity.ManifestState

        init(_ name: String, _ statements: [String], _ state: VaultIntegrity.ManifestState) {
            testDescription = name
            self.statements = statements
            self.state = state
        }
    }

    private static let rest = "epoch, version, metadata, body"
    private static let all = "name, \(rest)"

    /// Exchanges these columns between the first two records.
    private static func exchange(_ columns: String) -> [String] {
        [
            "CREATE TEMP TABLE kept AS SELECT * FROM record WHERE id IN (1, 2)",
            "UPDATE record SET name = randomblob(16) WHERE id IN (1, 2) AND '\(columns)' = 'name'",
            """
            UPDATE record SET (\(columns)) = (SELECT \(columns) FROM kept WHERE kept.id = 3 - record.id) WHERE id IN (1, 2)
            """,
        ]
    }

    /// This is the first row, in one of the attached vaults.
    private static func first(_ columns: String, of vault: String) -> String {
        "(SELECT \(columns) FROM \(vault).record WHERE id = 1)"
    }

    static let edits: [Edit] = [
        Edit("a row deleted", ["DELETE FROM record WHERE id = 3"], .recordsMissing(1)),
        Edit("the last row deleted", ["DELETE FROM record WHERE id = 9"], .recordsMissing(1)),
        Edit(
            "a row added",
            ["INSERT INTO record (\(all)) SELECT randomblob(16), \(rest) FROM record WHERE id = 1"], .recordsAdded(1)),
        Edit(
            "a row deleted and another added in its place",
            [
                "DELETE FROM record WHERE id = 3",
                "INSERT INTO record (id, \(all)) SELECT 3, randomblob(16), \(rest) FROM record WHERE id = 1",
            ], .recordsChanged),
        Edit("names exchanged", exchange("name"), .recordsChanged),
        Edit("all but names exchanged", exchange(rest), .recordsChanged),
        Edit("bodies exchanged", exchange("body"), .recordsChanged),
        Edit(
            "a row put back to its older version",
            ["UPDATE record SET (\(all)) = \(first(all, of: "older")) WHERE id = 1"], .recordsChanged),
        Edit(
            "all rows put back to their older versions",
            ["DELETE FROM record", "INSERT INTO record SELECT * FROM older.record"], .recordsMissing(1)),
        Edit(
            "a row of another vault in the place of one",
            ["UPDATE record SET (\(all)) = \(first(all, of: "other")) WHERE id = 1"], .recordsChanged),
        Edit(
            "a row of another vault added",
            ["INSERT INTO record (\(all)) SELECT \(all) FROM other.record WHERE id = 1"], .recordsAdded(1)),
        Edit(
            "another vault's parts under a row's own name",
            ["UPDATE record SET (\(rest)) = \(first(rest, of: "other")) WHERE id = 1"], .recordsChanged),
        Edit(
            "an older manifest",
            ["UPDATE manifest SET sealed = (SELECT sealed FROM older.manifest)"], .recordsAdded(1)),
        Edit(
            "another vault's manifest",
            ["UPDATE manifest SET sealed = (SELECT sealed FROM other.manifest)"], .unreadable),
    ]

    private func run(_ statements: [String]) throws {
        let attached = ["ATTACH '\(older)' AS older", "ATTACH '\(other.path)' AS other"]
        try RawDatabase.run(attached + statements, on: place.path)
    }

    @Test("V16, V22: rows that are not those written last are found by verification", arguments: edits)
    func records(edit: Edit) throws {
        #expect(try place.open().verify().isIntact)
        try run(edit.statements)
        let vault = try place.open()
        #expect(try vault.verify().manifest == edit.state)
        if edit.state == .unreadable { #expect(throws: VaultError(.tampered)) { try vault.signIn("44") } }
    }

    @Test("V16: rows in another order are the same rows")
    func order() throws {
        try run(["UPDATE record SET id = -id WHERE id IN (1, 2)", "UPDATE record SET id = 3 + id WHERE id < 0"])
        #expect(try place.open().verify().isIntact)
    }

    @Test("V18, V22: rows put back together with their manifest are the older vault whole, and no mixture")
    func wholeOlderState() throws {
        try run([
            "DELETE FROM record", "INSERT INTO record SELECT * FROM older.record",
            "DELETE FROM event", "INSERT INTO event SELECT * FROM older.event",
            "UPDATE manifest SET sealed = (SELECT sealed FROM older.manifest)",
        ])
        let vault = try place.open()
        #expect(try vault.verify().isIntact)
        #expect(try vault.restore(VaultFolder.account("42"))?.readTokens().access.text == "token-of-42")
    }

    @Test(
        "V23: a slot or an epoch of another vault, put in place of ours or beside it, keeps the vault from being trusted",
        arguments: [
            """
            UPDATE epoch SET (content, metadata) = (SELECT content, metadata FROM other.epoch AS o
            WHERE o.number = epoch.number)
            """,
            "UPDATE epoch SET content = (SELECT content FROM other.epoch AS o WHERE o.number = 1) WHERE number = 1",
            "UPDATE epoch SET metadata = (SELECT metadata FROM other.epoch AS o WHERE o.number = 1) WHERE number = 1",
            "INSERT INTO epoch SELECT 2, content, metadata FROM other.epoch WHERE number = 1",
            "INSERT INTO slot (bytes) SELECT bytes FROM other.slot",
        ])
    func keyRows(statement: String) throws {
        try run([statement])
        do throws(VaultError) {
            let vault = try Vault.open(at: place.path, unlockingWith: place.source)
            // Where damage lets the vault be read, it says so and takes nothing more.
            #expect(try !vault.verify().isIntact)
        } catch { #expect(error.code == .tampered) }
        #expect(throws: VaultError(.tampered)) { try place.open().signIn("44") }
    }

    // Whoever edits a file by hand has this.
    private static let sqlite3 = "/usr/bin/sqlite3"

    @Test(
        "V22: what the command sqlite3 deletes is missed",
        .enabled(if: FileManager.default.isExecutableFile(atPath: sqlite3)))
    func commandLine() throws {
        let process = Process()
        process.executableURL = URL(filePath: Self.sqlite3)
        process.arguments = [place.path, "DELETE FROM record WHERE id = 3"]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(try place.open().verify().manifest == .recordsMissing(1))
    }
}
