import CSQLite
import Foundation
import Sealing
import Synchronization
import Testing

@testable import SessionVault

/// What threads of one process, and handles of one vault, do to each other.
@Suite("Several at one vault")
struct SharedHandleTests {
    let place: VaultFolder

    init() throws { place = try VaultFolder() }

    @Test(
        "S10: whichever way a session ends, nothing of it stays ready in memory",
        arguments: ["end", "end-of-account", "remove", "remove-all", "replace", "remove-session"])
    func forgets(way: String) throws {
        let vault = try place.create()
        let session = try vault.signIn("42")
        _ = try session.readTokens()
        _ = try session.readUser()
        #expect(vault.readyTokens.tokens(of: session.identity, at: nil) != nil && vault.readyRecords.count > 0)
        switch way {
        case "end": try session.end(access: SecretBytes(utf8: "token"), refresh: nil)
        case "end-of-account": try vault.end(session.account, successor: nil)
        case "remove": try vault.remove(session.account)
        case "remove-all": try vault.removeAllSessions()
        case "replace": try vault.signIn("42", token: "later")
        default: try session.remove()
        }
        #expect(vault.readyTokens.tokens(of: session.identity, at: nil) == nil)
        #expect(vault.readyRecords.count == 0)
    }

    @Test("Whoever reads for long, such as a backup into a slow pipe, holds no removal up and no writer")
    func purgesBesideReader() throws {
        let vault = try place.create()
        let name = SecretName(service: "s")
        try vault.secrets.set(SecretBytes(utf8: "value"), for: name)
        let other = try place.open()
        try vault.store.snapshot { (store) throws(VaultError) in
            _ = try store.recordCount()
            let start = ContinuousClock.now
            try other.secrets.remove(name)
            try other.secrets.set(SecretBytes(utf8: "new"), for: name)
            #expect(
                ContinuousClock.now - start < .seconds(5), "a reader is waited for no longer than a fifth of a second")
        }
        #expect(try vault.verify().isIntact)
    }

    @Test("While one thread replaces the root key, others of the same handle go on writing", arguments: [false, true])
    func replacesRootBesideWriters(isAnchored: Bool) async throws {
        let options = VaultOptions(anchor: isAnchored ? try FileAnchor.create(at: place.file("anchor")) : nil)
        let vault = try await Vault.create(at: place.path, unlockingWith: place.source, options: options)
        let ending = Ending()
        await withTaskGroup(of: Void.self) { group in
            for writer in 0..<2 {
                group.addTask {
                    let name = SecretName(service: "s", account: "\(writer)")
                    while !ending.isReached.load(ordering: .relaxed) {
                        await #expect(throws: Never.self) {
                            try await vault.secrets.set(SecretBytes(utf8: "value"), for: name)
                        }
                    }
                }
            }
            group.addTask {
                let source = KeySource.keyFile(path: VaultFolder.keyFile)
                for _ in 0..<20 { #expect(throws: Never.self) { try vault.replaceRoot(keeping: source) } }
                ending.isReached.store(true, ordering: .relaxed)
            }
        }
        #expect(try await vault.verify().isIntact)
    }

    private final class Ending: Sendable {
        let isReached = Atomic(false)
    }

    /// Runs something while a vault that is being opened asks for its key.
    private struct SlowKeeper: KeyKeeper {
        let meanwhile: @Sendable () -> Void
        var kind: KeySlot.Kind { .tpm }

        func keep(_ key: borrowing SymmetricKey, of slot: KeptSlot) throws(VaultError) -> [UInt8] { [] }

        func key(of slot: KeptSlot, note: [UInt8]) throws(VaultError) -> SymmetricKey? {
            meanwhile()
            return SymmetricKey(SecretBytes(zeroed: 32))
        }

        func forget(_ slot: KeptSlot) {}
    }

    @Test("A vault whose root key another replaces while it is opened is not taken for damaged")
    func opensBesideReplacement() throws {
        try place.create(signingIn: ["42"])
        let other = try place.open()
        try other.addSlot(for: KeySource(keptBy: SlowKeeper(meanwhile: {})))
        let slow = KeySource(
            keptBy: SlowKeeper {
                let source = KeySource.keyFile(path: VaultFolder.keyFile)
                #expect(throws: Never.self) { try other.replaceRoot(keeping: source, removingOthers: true) }
            })
        let vault = try Vault.open(at: place.path, unlockingWith: slow)
        #expect(vault.integrityWhenOpened == nil)
        #expect(try vault.sessions().first?.readTokens().access.isEmpty == false)
        #expect(try place.open().integrityWhenOpened?.isIntact == true)
    }

    @Test("Two threads that read a value at once hand it out when the loggers know it, whoever was first")
    func publishes() {
        let published = PublishedRecords()
        let record = StoredRecord(name: [1], epoch: 1, version: 1, metadata: [], body: [])
        var count = 0
        published.publishOnce(record) {
            published.publishOnce(record) { count += 1 }
            count += 1
        }
        published.publishOnce(record) { count += 1 }
        #expect(count == 2)
    }

    @Test("A batch that one transaction rewrites ends at 512 records or about 4 MiB, and a rotation goes on behind it")
    func batches() throws {
        func row(_ size: Int) -> RecordRow {
            RecordRow(
                number: 1,
                record: StoredRecord(
                    name: [], epoch: 0, version: 0, metadata: [], body: [UInt8](repeating: 0, count: size)))
        }
        var small = RecordBatch()
        var large = RecordBatch()
        while small.take(row(1)) {}
        while large.take(row(1 << 20)) {}
        #expect(small.rows.count == 512 && large.rows.count == 4)
        let vault = try place.create()
        for number in 0..<9 {
            try vault.secrets.set(.random(count: 1_000_000), for: SecretName(service: "s", account: "\(number)"))
        }
        var told: [Int] = []
        let done = try vault.rotate { told.append($0) }
        #expect(done == Vault.Rotation(resealedCount: 9, leftCount: 0, keepsOldKeys: false))
        #expect(told.count >= 2 && told.last == 9)
        #expect(try place.open().verify().isIntact)
    }

    @Test("The index of a log that was never written to, which all such logs have alike, tells nothing of a content")
    func emptyLog() throws {
        var index = [UInt64](repeating: 0, count: 12)
        func stamp() -> Bool {
            var header = [UInt64](repeating: 0, count: 6)
            return unsafe sv_wal_index_header(index, &header) == 1
        }
        for copy in [0, 6] { index[copy + 1] = 1 << 32 }
        #expect(!stamp())
        for copy in [0, 6] { index[copy + 4] = 7 }
        #expect(stamp())
        index[10] = 8
        #expect(!stamp())
        try place.create(signingIn: ["42"])
        let vault = try place.open()
        #expect(vault.store.stamp() != nil)
        let other = try place.open()
        #expect(other.store.stamp() == vault.store.stamp())
    }
}
