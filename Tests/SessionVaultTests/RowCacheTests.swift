import Sealing
import TestSupport
import Testing

@testable import SessionVault

/// Reads of records that are sealed at hand, since nobody has written to the vault.
@Suite("Rows that are at hand")
struct RowCacheTests {
    let place: VaultFolder

    init() throws { place = try VaultFolder() }

    private func name(_ number: Int) -> SecretName { SecretName(service: "s", account: "\(number)") }

    private func read(_ number: Int, _ vault: Vault) throws -> String? {
        try vault.secrets.value(for: name(number)).map { $0.text }
    }

    @Test("The second read of an unchanged vault asks the store nothing, and gives the same; after any write, it asks")
    func asksNothing() throws {
        let store = CountingStore()
        let vault = try Vault.create(in: store, unlockingWith: place.source, cost: .weakest)
        for number in 0..<3 { try vault.secrets.set(SecretBytes(utf8: "value \(number)"), for: name(number)) }
        for number in 0..<3 { #expect(try read(number, vault) == "value \(number)") }
        let reads = store.reads
        for number in 0..<3 { #expect(try read(number, vault) == "value \(number)") }
        #expect(store.reads == reads)
        try vault.secrets.set(SecretBytes(utf8: "other"), for: name(1))
        let later = store.reads
        for number in 0..<3 { #expect(try read(number, vault) == (number == 1 ? "other" : "value \(number)")) }
        #expect(store.reads == later + 3)
    }

    @Test("S01: what another handle has written, removed or rotated is seen at once")
    func neverMissed() throws {
        let vault = try place.create()
        let other = try place.open()
        for round in 0..<20 {
            try other.secrets.set(SecretBytes(utf8: "value \(round)"), for: name(0))
            #expect(try read(0, vault) == "value \(round)")
            #expect(try read(0, vault) == "value \(round)")
            if round == 10 { try other.rotate() }
            #expect(try read(0, vault) == "value \(round)")
            guard round.isMultiple(of: 3) else { continue }
            try other.secrets.remove(name(0))
            #expect(try read(0, vault) == nil)
        }
    }

    @Test("A locked vault reads none of them, and one that is open again does")
    func locked() throws {
        let vault = try place.create()
        try vault.secrets.set(SecretBytes(utf8: "value"), for: name(0))
        _ = try read(0, vault)
        vault.lock()
        #expect(throws: VaultError(.locked)) { try read(0, vault) }
        try vault.unlock(with: place.source)
        #expect(try read(0, vault) == "value")
    }

    @Test("What is kept is bounded, all together and each")
    func bounded() throws {
        let cache = RowCache()
        let stamp = StoreStamp(words: [6 of UInt64](repeating: 1))
        func row(_ number: Int, _ size: Int) -> StoredRecord {
            StoredRecord(
                name: Array("\(number)".utf8), epoch: 1, version: 1, metadata: [],
                body: [UInt8](repeating: 0, count: size))
        }
        cache.keep(row(0, RowCache.rowLimit + 1), at: stamp)
        #expect(cache.count == 0)
        let size = RowCache.rowLimit - 10
        for number in 0..<2_000 {
            cache.keep(row(number, size), at: stamp)
            #expect(cache.count <= RowCache.limit / size)
            #expect(cache.record(named: row(number, 0).name, at: stamp) != nil)
        }
        cache.keep(row(1, 1), at: StoreStamp(words: [6 of UInt64](repeating: 2)))
        #expect(cache.count == 1 && cache.record(named: row(1, 0).name, at: stamp) == nil)
    }

    @Test("Pages of 4 MiB that were read before, or written, are not read from the file again")
    func pages() throws {
        _ = try place.create()
        let child = try ChildProcess("page-reads", place.path)
        let said = child.wait().map { Int($0) }
        #expect(said.count == 1)
        #expect(try #require(said.first ?? nil) < 100)
        #expect(child.hasSucceeded)
    }
}
