import Foundation
import Sealing
import Testing

@testable import SessionVault

/// The index from names to rows, of which a byte is wrong.
@Suite("A damaged index of names")
struct CrookedIndexTests {
    let place: VaultFolder

    init() throws {
        place = try VaultFolder()
        let vault = try place.create()
        for value in Self.values { try vault.set(value, as: value) }
    }

    private static let values = ["a", "b", "c", "d"]

    /// Changes the entry of the secret `c`, whose row is 3; `change` is given the file and where the entry's name stands.
    private func alterEntry(_ change: (inout Data, Range<Int>) -> Void) throws {
        let name = try place.open().nameOfSecret("c")
        var file = try Data(contentsOf: URL(filePath: place.path))
        let pages = try Snapshot.pages(of: "record", in: place.path)
        let places = pages.compactMap { page in
            file.range(of: Data([3, 44, 1] + name), in: (page * 4_096)..<((page + 1) * 4_096))
        }
        let entry = try #require(places.first)
        change(&file, (entry.lowerBound + 3)..<entry.upperBound)
        try file.write(to: URL(filePath: place.path))
    }

    @Test(
        "V16: where an entry leads to another record's row, or to none, no write and no removal touches any record",
        arguments: ["set", "remove", "store"], [UInt8(2), 99])
    func leadsAstray(change: String, row: UInt8) throws {
        try alterEntry { file, name in file[name.upperBound] = row }
        let vault = try place.open()
        #expect(throws: VaultError(.tampered)) {
            switch change {
            case "set": try vault.set("new", as: "c")
            case "remove": try vault.secrets.remove(SecretName(service: "s", account: "c"))
            default:
                _ = try vault.secrets.storeAll(
                    [NamedSecret(SecretName(service: "s", account: "c"), SecretBytes(utf8: "new"))], replacing: true)
            }
        }
        #expect(throws: VaultError(.tampered)) { try vault.secret("c") }
        for other in ["a", "b", "d"] { #expect(try vault.secret(other) == other) }
        #expect(try !vault.verify().isIntact)
        #expect(try vault.repair().quarantinedCount == 0)
        for value in Self.values { #expect(try vault.secret(value) == value) }
        #expect(try vault.verify().isIntact)
        try vault.set("new", as: "c")
        #expect(try place.open().secret("c") == "new")
    }

    @Test(
        "V19: a name that got a second row through a damaged entry keeps the newest that opens",
        arguments: [false, true])
    func doubled(isNewestDamaged: Bool) throws {
        try alterEntry { file, name in file[name.upperBound - 1] ^= 1 }
        try place.open().set("new", as: "c")
        if isNewestDamaged {
            try RawDatabase.run(
                "UPDATE record SET body = zeroblob(300) WHERE id = (SELECT max(id) FROM record)", on: place.path)
        }
        let vault = try place.open()
        #expect(try !vault.verify().isIntact)
        #expect(try vault.repair().quarantinedCount == 1)
        for value in ["a", "b", "d"] { #expect(try vault.secret(value) == value) }
        #expect(try vault.secret("c") == (isNewestDamaged ? "c" : "new"))
        let found = try vault.verify()
        #expect(found.isIntact && found.quarantinedCount == 1)
        try vault.secrets.remove(SecretName(service: "s", account: "c"))
        #expect(try place.open().secret("c") == nil)
        #expect(try place.open().verify().isIntact)
    }

    @Test(
        "A row of the least number that there can be is sealed anew, and counts as read", arguments: [Int64.min, .max])
    func outermostRow(number: Int64) throws {
        try RawDatabase.run("UPDATE record SET id = \(number) WHERE id = 2", on: place.path)
        let vault = try place.open()
        #expect(try vault.verify().isIntact)
        let done = try vault.rotate()
        #expect(done == Vault.Rotation(resealedCount: 4, leftCount: 0, keepsOldKeys: false))
        #expect(try vault.verify().isIntact)
        for value in Self.values { #expect(try vault.secret(value) == value) }
    }
}

extension Vault {
    fileprivate func set(_ value: String, as account: String) throws {
        try secrets.set(SecretBytes(utf8: value), for: SecretName(service: "s", account: account))
    }

    fileprivate func secret(_ account: String) throws -> String? {
        try secrets.value(for: SecretName(service: "s", account: account))
            .map { $0.withExposedBytes { String(decoding: [UInt8](copying: $0), as: UTF8.self) } }
    }

    fileprivate func nameOfSecret(_ account: String) throws -> [UInt8] {
        try unlockedKeys().name(of: .secret, account: SecretName(service: "s", account: account).identity)
    }
}
