/// The tables of format 1, letter by letter: a file with any other schema is no vault.
///
/// So no view, trigger, virtual table, generated column or index of a hostile file is ever run.
enum SQLSchema {
    static let tables = [
        """
        CREATE TABLE header (id INTEGER PRIMARY KEY CHECK (id = 1), vault_id BLOB NOT NULL, \
        created INTEGER NOT NULL, mac BLOB NOT NULL) STRICT
        """,
        "CREATE TABLE slot (number INTEGER PRIMARY KEY AUTOINCREMENT, bytes BLOB NOT NULL) STRICT",
        "CREATE TABLE epoch (number INTEGER PRIMARY KEY, content BLOB NOT NULL, metadata BLOB NOT NULL) STRICT",
        "CREATE TABLE manifest (id INTEGER PRIMARY KEY CHECK (id = 1), sealed BLOB NOT NULL) STRICT",
        """
        CREATE TABLE record (id INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE, epoch INTEGER NOT NULL, \
        version INTEGER NOT NULL, metadata BLOB NOT NULL, body BLOB NOT NULL) STRICT
        """,
        """
        CREATE TABLE quarantine (id INTEGER PRIMARY KEY, name BLOB NOT NULL, epoch INTEGER NOT NULL, \
        version INTEGER NOT NULL, metadata BLOB NOT NULL, body BLOB NOT NULL) STRICT
        """,
        "CREATE TABLE event (number INTEGER PRIMARY KEY, sealed BLOB NOT NULL) STRICT",
    ]

    /// What `sqlite_schema` holds, in no order: our tables, the table that SQLite keeps for `AUTOINCREMENT`, and the index
    /// that it keeps for `UNIQUE`, which has no text.
    private static let expected = (tables + ["CREATE TABLE sqlite_sequence(name,seq)", ""]).map { Array($0.utf8) }

    static func require(in connection: SQLiteConnection) throws(VaultError) {
        var found: [[UInt8]] = []
        try connection.statement(.selectSchema).run { row in found.append(row.text(0)) }
        guard found.count == expected.count, expected.allSatisfy(found.contains) else {
            throw VaultError(.tampered, "the file's tables are not a vault's", path: connection.path)
        }
    }
}
