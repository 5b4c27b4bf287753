import Foundation
import Sealing
import Testing

@testable import SessionVault

@Suite("Verification")
struct IntegrityTests {
    let place: VaultFolder

    init() throws {
        place = try VaultFolder()
        try place.create(signingIn: ["42", "43"])
    }

    private func verify(after statements: String...) throws -> VaultIntegrity {
        for statement in statements { try RawDatabase.run(statement, on: place.path) }
        return try place.open().verify()
    }

    private func tag(_ subject: String) throws -> AccountTag {
        try place.open().unlockedKeys().tag(of: VaultFolder.account(subject))
    }

    @Test("A vault that was only used is intact, after every kind of write")
    func intact() throws {
        let vault = try place.open()
        let session = try vault.signIn("44")
        #expect(try vault.verify().isIntact)
        try session.setDeviceCode(nil)
        try session.replaceTokens(with: TokenSet(access: SecretBytes(utf8: "second")))
        try vault.secrets.set(SecretBytes(utf8: "secret"), for: SecretName(service: "s"))
        try vault.addSlot(for: .passphrase(SecretBytes(utf8: "second")), cost: .weakest)
        try vault.remove(VaultFolder.account("42"))
        let found = try vault.verify()
        #expect(found.isIntact)
        #expect(found.recordCount == 8)
        #expect(found.sequence == 9)
        #expect(try VaultFolder.account("44") == session.account)
    }

    @Test("A new vault is intact and empty")
    func empty() throws {
        let found = try VaultFolder().create().verify()
        #expect(found.isIntact && found.recordCount == 0 && found.sequence == 1)
    }

    @Test("V22: rows that were deleted are missed and counted, one or all")
    func deleted() throws {
        #expect(try verify(after: "DELETE FROM record WHERE id = 2").manifest == .recordsMissing(1))
        #expect(try verify(after: "DELETE FROM record").manifest == .recordsMissing(8))
        #expect(try !place.open().verify().isIntact)
    }

    @Test("A row that was added is found, and does not open")
    func added() throws {
        let found = try verify(
            after:
                "INSERT INTO record (name, epoch, version, metadata, body) SELECT randomblob(16), epoch, version, metadata, body FROM record WHERE id = 1"
        )
        #expect(found.manifest == .recordsAdded(1))
        #expect(found.damaged == [.init(position: 9, kind: nil, account: nil, part: .metadata)])
    }

    @Test("A deletion shows after later writes too")
    func deletionStays() throws {
        try RawDatabase.run("DELETE FROM record WHERE id = 2", on: place.path)
        try place.open().signIn("44")
        #expect(try place.open().verify().manifest == .recordsMissing(1))
    }

    @Test("V19: a body that does not open is named by its kind and account")
    func damagedBody() throws {
        try RawDatabase.alter("body", of: "record", where: "id = 2", at: 30, on: place.path)
        let found = try place.open().verify()
        #expect(found.damaged == [.init(position: 2, kind: .user, account: try tag("42"), part: .body)])
        #expect(found.isReadThrough && found.isHeaderIntact && found.recordCount == 8)
    }

    @Test("V19: metadata that do not open are named by kind and account where another record tells whose they are")
    func damagedMetadata() throws {
        try RawDatabase.alter("metadata", of: "record", where: "id = 7", at: -1, on: place.path)
        let found = try place.open().verify()
        #expect(found.damaged == [.init(position: 7, kind: .device, account: try tag("43"), part: .metadata)])
        #expect(found.manifest == .recordsChanged)
    }

    @Test("An altered manifest, or one that is gone, leaves the records readable and says nothing of them as a set")
    func manifest() throws {
        try RawDatabase.alter("sealed", of: "manifest", where: "1", at: 30, on: place.path)
        let altered = try place.open().verify()
        #expect(altered.manifest == .unreadable && altered.sequence == nil && altered.damaged.isEmpty)
        #expect(try place.open().sessions().count == 2)
        #expect(try verify(after: "DELETE FROM manifest").manifest == .unreadable)
    }

    @Test("Slots that were altered while the vault was open are found")
    func header() throws {
        let vault = try place.open()
        try RawDatabase.run("INSERT INTO slot (bytes) SELECT bytes FROM slot", on: place.path)
        #expect(try !vault.verify().isHeaderIntact)
        #expect(throws: VaultError(.tampered)) { try vault.addSlot(for: .recoveryCode(RecoveryCode.make())) }
    }

    @Test(
        "An index that leads to each row by its name is whole; one that lacks, repeats, misplaces or adds an entry is not"
    )
    func index() {
        let names = (0..<9).map { [UInt8($0 * 7 % 9), 1] }
        let whole = names.enumerated().map { (name: $1, row: Int64($0 * 3)) }
            .sorted { $0.name.lexicographicallyPrecedes($1.name) }
        func isWhole(_ entries: [(name: [UInt8], row: Int64)]) -> Bool {
            var rows = IndexedRows()
            for (number, name) in names.enumerated() { rows.take(name, Int64(number * 3)) }
            for entry in entries { rows.takeIndexed(entry.name, entry.row) }
            return rows.areAllIndexed
        }
        #expect(isWhole(whole))
        for position in whole.indices {
            #expect(!isWhole(Array(whole[..<position] + whole[(position + 1)...])))
            #expect(!isWhole(Array(whole[...position] + whole[position...])))
            var other = whole
            other[position].name[1] = 2
            #expect(!isWhole(other))
            other[position] = (whole[position].name, whole[position].row + 1)
            #expect(!isWhole(other))
            other[position].row = whole[(position + 1) % whole.count].row
            #expect(!isWhole(other))
        }
        #expect(!isWhole(whole.reversed()))
        #expect(!isWhole(whole + [([9, 9], 99)]))
    }

    @Test("The multiset hash does not depend on order, and takes back what was added, with carries")
    func multiset() {
        let digests = (0..<20).map { index -> [4 of UInt64] in [.max, .max, .max, UInt64(index * 12) << 56 | .max >> 8]
        }
        var one = MultisetHash()
        var other = MultisetHash()
        for digest in digests { one.add(digest) }
        for digest in digests.reversed() { other.add(digest) }
        #expect(one == other)
        for digest in digests.shuffled() { one.remove(digest) }
        #expect(one == MultisetHash())
        one.remove([1, 0, 0, 0])
        #expect(one.words.indices.allSatisfy { one.words[$0] == .max })
    }
}
