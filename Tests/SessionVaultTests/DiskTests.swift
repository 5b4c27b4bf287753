import Foundation
import Sealing
import Testing

@testable import SessionVault

/// What really stands on the disk.
@Suite("Bytes on the disk")
struct DiskTests {
    let place: VaultFolder

    init() throws { place = try VaultFolder() }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    /// All bytes of the vault's files: database, WAL and shared memory.
    private func allBytes() throws -> Data {
        try ["", "-wal", "-shm"].reduce(Data()) { all, suffix in
            let path = place.path + suffix
            guard FileManager.default.fileExists(atPath: path) else { return all }
            return all + (try Data(contentsOf: URL(filePath: path)))
        }
    }

    @Test(
        "V01: file, WAL and shared memory have mode 0600, whatever the umask", arguments: ["000", "022", "077", "777"])
    func modes(umask: String) throws {
        #expect(try ChildProcess("create", place.path, umask).wait() == ["created"])
        #expect(try mode(place.path) == 0o600)
        let vault = try place.open()
        try vault.signIn("42")
        for suffix in ["", "-wal", "-shm"] { #expect(try mode(place.path + suffix) == 0o600, "\(suffix)") }
        #expect(try vault.sessions().count == 1)
    }

    @Test("Folders that are missing are made with mode 0700")
    func folders() throws {
        let path = place.file("one/two/a.vault")
        _ = try Vault.create(at: path, unlockingWith: place.source, cost: .weakest)
        #expect(try mode(place.file("one")) == 0o700)
        #expect(try mode(place.file("one/two")) == 0o700)
    }

    @Test("C1: no value, name or kind stands in the files, in any encoding, while open and after")
    func noPlaintext() throws {
        let values = [
            "tk-6fL0bq3ZyPz9wXv8-access", "rt-Jm5nK2dW7sQx4tHc-refresh", "driver.name@example.com",
            "device-code-913-377-28", "push-token-Zk3v9Qa7", "https://realm.example.org", "pass phrase of nobody",
            "Ångström Straße 12",
        ]
        let vault = try Vault.create(
            at: place.path, unlockingWith: .passphrase(SecretBytes(utf8: values[6])), cost: .weakest)
        let answer = SignInAnswer(
            profile: try VaultFolder.profile(values[2], realm: values[5], json: #"{"address":"\#(values[7])"}"#),
            tokens: try TokenSet(access: SecretBytes(utf8: values[0]), refresh: SecretBytes(utf8: values[1])),
            deviceCode: DeviceCode(code: SecretBytes(utf8: values[3])),
            notification: NotificationIdentity(token: SecretBytes(utf8: values[4]), app: "app"))
        let session = try vault.admit(
            try VaultFolder.gate.admit(answer, in: vault.beginAttempt(via: .emailPassword)), storing: answer)
        var bytes = try allBytes()
        try session.replaceTokens(with: TokenSet(access: SecretBytes(utf8: values[0])))
        bytes += try allBytes()
        for value in values {
            for form in Self.forms(of: value) { #expect(bytes.range(of: form) == nil, "\(value)") }
        }
        // The search itself finds what does stand there.
        #expect(bytes.range(of: Data("vault_id BLOB NOT NULL".utf8)) != nil)
    }

    /// A value as it might stand in a file: raw, UTF-16, hexadecimal, and base64 at each of its three alignments.
    private static func forms(of value: String) -> [Data] {
        let raw = Data(value.utf8)
        let hexadecimal = raw.map { String(format: "%02x", $0) }.joined()
        let utf16 = Data(value.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] })
        let base64 = (0..<3).map { shift in
            let text = (Data(count: shift) + raw).base64EncodedString().dropFirst(shift == 0 ? 0 : 4).prefix(raw.count)
            return Data(text.utf8)
        }
        return [raw, utf16, Data(hexadecimal.utf8), Data(hexadecimal.uppercased().utf8)] + base64
    }

    @Test("V12: the sealed bytes of a deleted record stand in no file", arguments: [true, false])
    func deletedIsGone(removesAll: Bool) throws {
        let vault = try place.create()
        try vault.signIn("42")
        for number in 1...30 { try vault.signIn("other \(number)", token: "token") }
        let keys = try vault.unlockedKeys()
        let account = try VaultFolder.account("42")
        let rows = try RecordKind.ofSession.compactMap { kind in
            let name = keys.name(of: kind, account: account)
            return try vault.store.read { store throws(VaultError) in try store.record(named: name) }
        }
        #expect(rows.count == 4)
        #expect(rows.allSatisfy { row in (try? allBytes().range(of: Data(row.body))) != nil })
        if removesAll { try vault.removeAllSessions() } else { try vault.remove(VaultFolder.account("42")) }
        let bytes = try allBytes()
        for row in rows {
            for part in [row.metadata, row.body] {
                #expect(bytes.range(of: Data(part.prefix(64))) == nil)
                #expect(bytes.range(of: Data(part.suffix(64))) == nil)
            }
        }
    }

    @Test("Lengths on disk tell a class, not a value: sealed sizes are 256-byte steps, then Padmé's")
    func paddedSizes() throws {
        let vault = try place.create()
        var sizes: [Int: Set<Int>] = [:]
        for length in [0, 1, 100, 250, 251, 252, 4_000, 4_090, 4_091, 4_092, 10_000, 100_000, 1_048_576] {
            let name = SecretName(service: "length", account: "\(length)")
            try vault.secrets.set(SecretBytes(zeroed: length), for: name)
            let key = try vault.unlockedKeys().name(of: .secret, account: name.identity)
            let row = try vault.store.read { store throws(VaultError) in try store.record(named: key) }
            let size = try #require(row).body.count - AEAD.overhead
            #expect(size > length + 4)
            #expect(length + 5 > 4_096 || size % 256 == 0 && size - length - 5 < 256)
            #expect(Double(size) <= max(Double(length + 5) * 1.12, Double(length + 5 + 256)))
            sizes[size, default: []].insert(length)
        }
        #expect(sizes[256] == [0, 1, 100, 250, 251])
        #expect(sizes[512] == [252])
        #expect(sizes[4_096] == [4_000, 4_090, 4_091])
        #expect(sizes[4_352] == [4_092])
        #expect(sizes.keys.max() == 1_081_344)
    }

    @Test("A draft that a killed creation left keeps no one from making the vault, and is left alone")
    func leftoverDraft() throws {
        let draft = place.path + ".new-123"
        try Data("left over".utf8).write(to: URL(filePath: draft))
        try place.create().signIn("42")
        #expect(try place.open().sessions().count == 1)
        #expect(try String(contentsOfFile: draft, encoding: .utf8) == "left over")
        let others = try FileManager.default.contentsOfDirectory(atPath: place.root).filter { $0.contains(".new-") }
        #expect(others == ["test.vault.new-123"])
    }
}
