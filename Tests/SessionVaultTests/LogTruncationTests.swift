import Foundation
import Sealing
import TestSupport
import Testing

@testable import SessionVault

/// A power cut leaves any part of the WAL: each is tried.
@Suite("Cut WAL")
struct LogTruncationTests {
    /// What the secrets hold after each commit.
    private static let states: [[String: String]] = [[:], ["a": "1"], ["a": "2"]]

    /// A vault's files before its WAL was folded in, and the size of the WAL after each commit.
    private struct History: Sendable {
        let file: Data
        let log: Data
        let sizes: [Int]
    }

    private func makeHistory() throws -> History {
        let place = try VaultFolder()
        let vault = try place.create()
        vault.store.purge()
        let file = try Data(contentsOf: URL(filePath: place.path))
        let log = URL(filePath: place.path + "-wal")
        var sizes: [Int] = []
        for (name, value) in [("a", "1"), ("a", "2")] {
            try vault.secrets.set(SecretBytes(utf8: value), for: SecretName(service: "s", account: name))
            sizes.append(try Data(contentsOf: log).count)
        }
        defer { vault.lock() }
        return History(file: file, log: try Data(contentsOf: log), sizes: sizes)
    }

    @Test(
        "V03, V04: a WAL that is cut at any byte gives the state after the commits that it holds whole, and no other",
        .timeLimit(.minutes(5)))
    func everyByte() throws {
        let history = try makeHistory()
        #expect(history.sizes == history.sizes.sorted() && history.sizes.last == history.log.count)
        let misses = Misses()
        let places = try [VaultFolder(), VaultFolder()]
        let share = history.log.count / places.count + 1
        Threads.run(places.count) { thread in
            do {
                let sizes = thread * share..<min((thread + 1) * share, history.log.count + 1)
                try Self.check(history, cutTo: sizes, in: places[thread])
            } catch { misses.add("\(error)") }
        }
        #expect(misses.all == [])
    }

    private struct Wrong: Error {
        let size: Int
        let found: [String: String]
    }

    /// Opens the vault beside a WAL of each of these sizes, which grows byte by byte.
    private static func check(_ history: History, cutTo sizes: Range<Int>, in place: VaultFolder) throws {
        try history.file.write(to: URL(filePath: place.path))
        try history.log.prefix(sizes.lowerBound).write(to: URL(filePath: place.path + "-wal"))
        for suffix in ["", "-wal"] { unsafe chmod(place.path + suffix, 0o600) }
        let log = try FileHandle(forWritingTo: URL(filePath: place.path + "-wal"))
        defer { try? log.close() }
        try log.seekToEnd()
        for size in sizes {
            unsafe unlink(place.path + "-shm")
            let found = try state(of: place.open())
            guard found == states[history.sizes.count { $0 <= size }] else { throw Wrong(size: size, found: found) }
            if size < history.log.count { try log.write(contentsOf: history.log[size...size]) }
        }
        // Nothing but these bytes was written: opening has left both files alone.
        let left = try Data(contentsOf: URL(filePath: place.path + "-wal"))
        let file = try Data(contentsOf: URL(filePath: place.path))
        guard left == history.log.prefix(sizes.upperBound), file == history.file else {
            throw VaultError(.tampered, "opening changed a file")
        }
    }

    private static func state(of vault: Vault) throws -> [String: String] {
        guard try vault.verify().isIntact else { throw VaultError(.tampered) }
        var found: [String: String] = [:]
        for name in try vault.secrets.names() {
            found[name.account] = try vault.secrets.value(for: name).map { $0.text }
        }
        return found
    }
}
