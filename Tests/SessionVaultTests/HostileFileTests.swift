import Foundation
import Sealing
import Testing

@testable import SessionVault

/// Files that are made to harm: each fails with a typed error, and nothing of it is run or taken over.
@Suite("Hostile files")
struct HostileFileTests {
    let place: VaultFolder

    init() throws {
        place = try VaultFolder()
        try place.create(signingIn: ["42"])
    }

    private func openCode() -> VaultError.Code? {
        do throws(VaultError) {
            _ = try Vault.open(at: place.path, unlockingWith: place.source)
            return nil
        } catch { return error.code }
    }

    private func bytes(_ suffix: String = "") throws -> Data {
        try Data(contentsOf: URL(filePath: place.path + suffix))
    }

    private func write(_ data: Data, _ suffix: String) throws {
        try data.write(to: URL(filePath: place.path + suffix))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: place.path + suffix)
    }

    @Test(
        "V23: any schema but format 1's is refused",
        arguments: [
            ["CREATE TABLE extra (x)"], ["CREATE VIEW extra AS SELECT 1"], ["CREATE INDEX extra ON record (body)"],
            ["CREATE TRIGGER extra AFTER INSERT ON record BEGIN DELETE FROM record; END"],
            ["CREATE VIRTUAL TABLE extra USING fts5(x)"], ["DROP TABLE record"], ["DROP TABLE manifest"],
            ["ALTER TABLE record RENAME TO other", "CREATE VIEW record AS SELECT * FROM other"],
            [
                "ALTER TABLE record RENAME TO other",
                "CREATE VIRTUAL TABLE record USING fts5(name, epoch, version, metadata, body)",
            ],
            ["ALTER TABLE record ADD COLUMN extra BLOB AS (zeroblob(1000000000))"],
            ["ALTER TABLE slot RENAME COLUMN bytes TO data"],
            ["CREATE TABLE record2 AS SELECT * FROM record", "DROP TABLE record"],
        ])
    func otherSchema(statements: [String]) throws {
        for statement in statements { try RawDatabase.run(statement, on: place.path) }
        let before = try bytes()
        #expect(openCode() == .tampered)
        #expect(try bytes() == before)
    }

    @Test(
        "A schema that is no SQL, or names a page outside the file, is refused",
        arguments: ["sql = 'CREATE TABLE'", "rootpage = 100000", "rootpage = 1"])
    func brokenSchema(change: String) throws {
        try RawDatabase.run(
            "PRAGMA writable_schema = ON", "UPDATE sqlite_schema SET \(change) WHERE name = 'record'", on: place.path)
        let code = openCode()
        if code == nil {
            #expect(throws: VaultError(.tampered)) { _ = try place.open().sessions() }
        } else {
            #expect(code == .tampered)
        }
    }

    @Test("V23: a header with any page size or text encoding fails and does not trap")
    func brokenHeader() throws {
        let whole = try bytes()
        for (offset, value) in [
            (16, 0), (16, 3), (17, 1), (18, 1), (19, 1), (18, 9), (20, 200), (21, 0), (28, 255), (47, 9), (59, 3),
        ] {
            var broken = whole
            broken[offset] = UInt8(value)
            try write(broken, "")
            let code = openCode()
            // More reserved bytes per page (20) than there are break only a page that is full.
            #expect(code != nil || offset == 20, "byte \(offset)")
            #expect(try bytes() == broken)
        }
    }

    @Test("Random damage to any page is an error or a finding, and never a trap or an empty vault")
    func randomDamage() throws {
        let whole = try bytes()
        var generator = SplitMix(state: 42)
        for _ in 0..<60 {
            var damaged = whole
            for _ in 0..<8 {
                damaged[Int.random(in: 100..<whole.count, using: &generator)] = UInt8.random(
                    in: 0...255, using: &generator)
            }
            try write(damaged, "")
            do throws(VaultError) {
                let vault = try Vault.open(at: place.path, unlockingWith: place.source)
                let found = try vault.verify()
                // Damage may fall on free bytes; then all is there.
                if found.isIntact { #expect(try vault.sessions().count == 1) }
            } catch { #expect(error.code == .tampered || error.code == .wrongKey) }
            for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: place.path + suffix) }
        }
    }

    @Test("A WAL of another vault beside the file gives nobody's records, and not one byte of it reaches the file")
    func strangeLog() throws {
        let other = try VaultFolder()
        let vault = try other.create()
        for number in 1...10 { try vault.signIn("\(number)") }
        defer { vault.lock() }
        let before = try bytes()
        try write(try Data(contentsOf: URL(filePath: other.path + "-wal")), "-wal")
        if openCode() == nil {
            #expect(try place.open().sessions().isEmpty)
            #expect(try place.open().verify().manifest == .unreadable)
            #expect(throws: VaultError(.tampered)) { try place.open().signIn("43") }
        }
        #expect(try bytes() == before)
        for suffix in ["-wal", "-shm"] { try FileManager.default.removeItem(atPath: place.path + suffix) }
        #expect(openCode() == nil)
    }

    @Test("A rollback journal beside the file, which SQLite would play back, is refused and stays as it is")
    func journal() throws {
        let before = try bytes()
        try write(Data(repeating: 7, count: 4_096), "-journal")
        #expect(openCode() == .tampered)
        #expect(try bytes() == before)
        #expect(try bytes("-journal").count == 4_096)
    }

    @Test("V17, V18: a wrong key after a crash leaves file and WAL as they are")
    func wrongKeyAfterCrash() throws {
        let vault = try place.open()
        try vault.signIn("43")
        let copy = try VaultFolder()
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: place.path + suffix, toPath: copy.path + suffix)
        }
        func contents() throws -> [Data] {
            try ["", "-wal"].map { try Data(contentsOf: URL(filePath: copy.path + $0)) }
        }
        let before = try contents()
        #expect(throws: VaultError(.wrongKey)) {
            _ = try Vault.open(at: copy.path, unlockingWith: .passphrase(SecretBytes(utf8: "another")))
        }
        #expect(try contents() == before)
        #expect(try copy.open().sessions().count == 2)
    }

    @Test("V01: a WAL that others can read is refused by name")
    func looseLog() throws {
        try write(Data(), "-wal")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: place.path + "-wal")
        #expect(openCode() == .wrongMode)
    }
}

/// A small generator with a fixed seed, so that a failure repeats.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
