import Foundation
import Sealing
import Testing

@testable import SessionVault

/// What somebody without a key can do to a vault's rows, and what the vault says to it.
@Suite("Tampering")
struct TamperTests {
    let place: VaultFolder
    static let user = #"{"id":"42"}"#

    init() throws {
        place = try VaultFolder()
        try place.create(signingIn: ["42", "43"])
    }

    /// Why the vault does not open, or opens and takes no write: then what is readable can be read.
    private func refusal() -> VaultError.Code? {
        do throws(VaultError) {
            let vault = try Vault.open(at: place.path, unlockingWith: place.source)
            #expect(vault.integrityWhenOpened?.isHeaderIntact == false)
            let count = try vault.sessions().count
            #expect(count == 2)
            try vault.secrets.set(SecretBytes(utf8: "x"), for: SecretName(service: "s"))
            return nil
        } catch { return error.code }
    }

    /// The names of accounts 42's and 43's records of one kind, as SQL.
    private func names(_ kind: RecordKind) throws -> (String, String) {
        let keys = try place.open().unlockedKeys()
        func literal(_ subject: String) throws -> String {
            let name = keys.name(of: kind, account: try VaultFolder.account(subject))
            return "x'" + name.map { String(format: "%02x", $0) }.joined() + "'"
        }
        return (try literal("42"), try literal("43"))
    }

    @Test(
        "Any altered byte of header, slot or epoch is found, and then nothing is written",
        arguments: [
            ("vault_id", "header", 0), ("mac", "header", 5), ("bytes", "slot", 20), ("bytes", "slot", 60),
            ("bytes", "slot", 120), ("bytes", "slot", -1), ("content", "epoch", 0), ("content", "epoch", 40),
            ("metadata", "epoch", -1),
        ])
    func keyTables(column: String, table: String, offset: Int) throws {
        try RawDatabase.alter(column, of: table, where: "1", at: offset, on: place.path)
        // Without the vault's identity no slot's key fits: that can't be told from a wrong key.
        #expect(refusal() == (column == "vault_id" ? .wrongKey : .tampered))
    }

    @Test(
        "V23: numbers, rows and sizes of slots, epochs and header that no vault has are found, take no write, and none traps",
        arguments: [
            "UPDATE header SET created = created + 1", "DELETE FROM header", "UPDATE header SET mac = x''",
            "UPDATE header SET vault_id = x'00'", "UPDATE header SET vault_id = zeroblob(9000)",
            "UPDATE epoch SET number = 2 WHERE number = 1", "UPDATE epoch SET number = -1 WHERE number = 1",
            "UPDATE epoch SET number = 4294967296 WHERE number = 1",
            "UPDATE epoch SET number = 4294967295 WHERE number = 1", "DELETE FROM epoch",
            "UPDATE epoch SET content = metadata",
            "INSERT INTO epoch SELECT 2, content, metadata FROM epoch WHERE number = 1", "UPDATE slot SET bytes = x''",
            "UPDATE slot SET bytes = zeroblob(1000000)", "UPDATE slot SET number = -9223372036854775808",
            "INSERT INTO slot (bytes) SELECT bytes FROM slot",
            """
            INSERT INTO slot (bytes) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) \
            SELECT slot.bytes FROM n, slot
            """,
        ])
    func hostileKeyRows(statement: String) throws {
        try RawDatabase.run(statement, on: place.path)
        #expect(refusal() == .tampered)
    }

    @Test("A vault without any slot opens with no key")
    func noSlot() throws {
        try RawDatabase.run("DELETE FROM slot", on: place.path)
        #expect(refusal() == .wrongKey)
    }

    @Test(
        "A slot, an epoch or a manifest of another vault is refused",
        arguments: ["slot", "epoch", "manifest", "header"])
    func fromAnotherVault(table: String) throws {
        let other = try VaultFolder()
        try other.create(signingIn: ["42", "43"])
        try RawDatabase.run(
            "ATTACH '\(other.path)' AS other", "DELETE FROM \(table)",
            "INSERT INTO \(table) SELECT * FROM other.\(table)", on: place.path)
        switch table {
        case "manifest":
            #expect(try place.open().verify().manifest == .unreadable)
            #expect(throws: VaultError(.tampered)) { try place.open().signIn("44") }
        case "slot", "header": #expect(refusal() == .wrongKey)
        default: #expect(refusal() == .tampered)
        }
    }

    @Test(
        "V16, V19: a damaged record is tampered, never absent; every other record stays readable",
        arguments: [
            "metadata = zeroblob(0)", "metadata = zeroblob(1000)", "epoch = 2", "epoch = -1", "epoch = 4294967297",
            "version = version + 1", "version = -1", "version = 9223372036854775807",
            "metadata = (SELECT body FROM record WHERE name = record.name)", "metadata = zeroblob(20000000)",
        ])
    func damagedRecord(change: String) throws {
        let (name, _) = try names(.token)
        try RawDatabase.run("UPDATE record SET \(change) WHERE name = \(name)", on: place.path)
        let vault = try place.open()
        #expect(throws: VaultError(.tampered)) { _ = try vault.restore(VaultFolder.account("42")) }
        let other = try #require(try vault.restore(VaultFolder.account("43")))
        #expect(try other.readAll() == ["token-of-43", #"{"id":"43"}"#, "device-of-43", "push-of-43"])
        guard change != "metadata = zeroblob(20000000)" else { return }
        #expect(try vault.sessions().map(\.account.subject) == ["43"])
        try vault.signIn("42", token: "again")
        #expect(try vault.restore(VaultFolder.account("42"))?.readTokens().access.text == "again")
        try vault.remove(VaultFolder.account("42"))
        #expect(try vault.sessions().map(\.account.subject) == ["43"])
    }

    @Test(
        "Any altered byte of a record's metadata or body is found", arguments: ["metadata", "body"],
        [0, 23, 24, 100, -17, -1])
    func alteredRecord(column: String, offset: Int) throws {
        let (name, _) = try names(.user)
        try RawDatabase.alter(column, of: "record", where: "name = \(name)", at: offset, on: place.path)
        let session = try #require(try place.open().restore(VaultFolder.account("42")))
        #expect(throws: VaultError(.tampered)) { _ = try session.readUser().map { _ in "" } }
        #expect(try session.readTokens().access.text == "token-of-42")
    }

    @Test(
        "V16: two records exchanged, whole or in part, open as neither",
        arguments: ["name", "metadata", "body", "metadata, body"])
    func exchangedRows(columns: String) throws {
        let (one, other) = try names(.token)
        let columns = columns.split(separator: ", ")
        let take = columns.map { "\($0) = (SELECT \($0) FROM old WHERE old.id != record.id)" }.joined(separator: ", ")
        try RawDatabase.run(
            "CREATE TEMP TABLE old AS SELECT * FROM record WHERE name IN (\(one), \(other))",
            "UPDATE record SET name = randomblob(16) WHERE name IN (\(one), \(other)) AND \(columns == ["name"])",
            "UPDATE record SET \(take) WHERE id IN (SELECT id FROM old)", on: place.path)
        let vault = try place.open()
        for subject in ["42", "43"] {
            #expect(throws: VaultError(.tampered)) {
                _ = try vault.restore(VaultFolder.account(subject))?.readTokens().access.count
            }
        }
        #expect(try !vault.verify().isIntact)
    }

    @Test("V16: an index that leads from one record's name to another's row gives nobody's value")
    func crookedIndex() throws {
        let (one, other) = try names(.token)
        let rename =
            "UPDATE sqlite_schema SET name = 'kept', sql = 'CREATE TABLE kept (id INTEGER PRIMARY KEY, name, epoch, version, metadata, body)', tbl_name = 'kept' WHERE name = 'record'"
        try RawDatabase.run(
            "PRAGMA writable_schema = ON",
            "CREATE TEMP TABLE schema AS SELECT rowid AS number, * FROM sqlite_schema WHERE tbl_name = 'record'",
            rename, "DELETE FROM sqlite_schema WHERE name = 'sqlite_autoindex_record_1'",
            "PRAGMA writable_schema = RESET",
            "CREATE TEMP TABLE pair AS SELECT min(id) AS one, max(id) AS two FROM kept WHERE name IN (\(one), \(other))",
            "UPDATE kept SET id = -id WHERE id IN ((SELECT one FROM pair), (SELECT two FROM pair))",
            "UPDATE kept SET id = (SELECT one + two FROM pair) + id WHERE id < 0",
            "PRAGMA writable_schema = ON", "DELETE FROM sqlite_schema WHERE name = 'kept'",
            "INSERT INTO sqlite_schema SELECT type, name, tbl_name, rootpage, sql FROM schema",
            "PRAGMA writable_schema = RESET", on: place.path)
        let vault = try place.open()
        for subject in ["42", "43"] {
            #expect(throws: VaultError(.tampered)) { _ = try vault.restore(VaultFolder.account(subject)) }
        }
    }

    @Test("An older version of a record that is put back is found, and so is a row of another vault")
    func putBack() throws {
        let (name, _) = try names(.token)
        let copy = place.file("copy.vault")
        try FileManager.default.copyItem(atPath: place.path, toPath: copy)
        try place.open().signIn("42", token: "newer")
        try RawDatabase.run(
            "ATTACH '\(copy)' AS copy",
            """
            UPDATE record SET (epoch, version, metadata, body) = (SELECT epoch, version, metadata, body FROM copy.record AS old
            WHERE old.name = record.name) WHERE name = \(name)
            """, on: place.path)
        #expect(try place.open().verify().manifest == .recordsChanged)
    }

    @Test("Key slots of an older state and records of a newer one do not go together")
    func olderSlots() throws {
        let copy = place.file("copy.vault")
        try FileManager.default.copyItem(atPath: place.path, toPath: copy)
        try place.open().addSlot(for: .passphrase(SecretBytes(utf8: "second")), cost: .weakest)
        #expect(try place.open().verify().isIntact)
        try RawDatabase.run(
            "ATTACH '\(copy)' AS copy", "DELETE FROM slot", "INSERT INTO slot SELECT * FROM copy.slot",
            "UPDATE header SET mac = (SELECT mac FROM copy.header)", on: place.path)
        let vault = try place.open()
        #expect(try vault.verify().manifest == .unreadable)
        #expect(throws: VaultError(.tampered)) { try vault.signIn("44") }
    }
}
