import RawPeers

/// SQLCipher with its own defaults: every page is encrypted, and the key comes from a passphrase by 256,000 rounds of PBKDF2.
@safe
final class CipherDatabase {
    struct Failure: Error {}

    private static let row: CInt = 100
    private static let done: CInt = 101

    private let library: raw_sqlcipher
    private var database: UnsafeMutableRawPointer?
    private var select: UnsafeMutableRawPointer?

    /// Nil where SQLCipher is not installed.
    static let library: raw_sqlcipher? = {
        var library = raw_sqlcipher()
        return unsafe raw_sqlcipher_load(&library) == 1 ? library : nil
    }()

    init(path: String, library: raw_sqlcipher) throws {
        self.library = library
        guard unsafe library.open(path, &database) == 0 else { throw Failure() }
        try execute("PRAGMA key = 'made-up passphrase of the benchmark'")
    }

    deinit {
        _ = unsafe library.finalize(select)
        _ = unsafe library.close(database)
    }

    /// Makes `count` rows with a value of `size` bytes each, named by their numbers from 1.
    func fill(_ count: Int, size: Int) throws {
        try execute("PRAGMA journal_mode = WAL")
        try execute("CREATE TABLE record (name BLOB PRIMARY KEY, body BLOB NOT NULL)")
        try execute("BEGIN")
        var insert: UnsafeMutableRawPointer?
        let sql = "INSERT INTO record (name, body) VALUES (?1, ?2)"
        guard unsafe library.prepare(database, sql, -1, &insert, nil) == 0 else { throw Failure() }
        defer { _ = unsafe library.finalize(insert) }
        let body = [UInt8](repeating: 0x5a, count: size)
        for number in 1...count {
            let name = Array("\(number)".utf8)
            _ = unsafe library.bind_blob(insert, 1, name, CInt(name.count), nil)
            _ = unsafe library.bind_blob(insert, 2, body, CInt(body.count), nil)
            guard unsafe library.step(insert) == Self.done else { throw Failure() }
            _ = unsafe library.reset(insert)
        }
        try execute("COMMIT")
    }

    /// The size of one row's value.
    func get(_ name: [UInt8]) -> Int {
        if unsafe select == nil {
            let sql = "SELECT body FROM record WHERE name = ?1"
            precondition(unsafe library.prepare(database, sql, -1, &select, nil) == 0)
        }
        _ = unsafe library.bind_blob(select, 1, name, CInt(name.count), nil)
        precondition(unsafe library.step(select) == Self.row)
        defer { _ = unsafe library.reset(select) }
        return Int(unsafe library.column_bytes(select, 0))
    }

    private func execute(_ sql: String) throws {
        guard unsafe library.exec(database, sql, nil, nil, nil) == 0 else { throw Failure() }
    }
}
