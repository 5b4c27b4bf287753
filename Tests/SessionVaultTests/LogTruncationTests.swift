import Foundation
import Sealing
import Synchronization
import TestSupport
import Testing

@testable import SessionVault

/// A power cut leaves any part of the WAL: each is tried.
@Suite("Cut WAL")
struct LogTruncationTests {
    /// What the secrets hold after each commit.
    private static let states: [[String: String]] = [[:], ["a": "1"], ["a": "1", "b": "2"], ["a": "3", "b": "2"]]

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
        for (name, value) in [("a", "1"), ("b", "2"), ("a", "3")] {
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
        let next = Atomic(0)
        let misses = Misses()
        let places = try [VaultFolder(), VaultFolder()]
        Threads.run(places.count) { thread in
            while true {
                let size = next.add(1, ordering: .relaxed).oldValue
                guard size <= history.log.count else { return }
                do { try Self.check(history, cutTo: size, in: places[thread]) } catch {
                    misses.add("cut to \(size) bytes: \(error)")
                }
            }
        }
        #expect(misses.all == [])
    }

    private struct Wrong: Error {
        let found: [String: String]
    }

    private static func check(_ history: History, cutTo size: Int, in place: VaultFolder) throws {
        try? FileManager.default.removeItem(atPath: place.path + "-shm")
        try writeClosed(history.file, to: place.path)
        try writeClosed(history.log.prefix(size), to: place.path + "-wal")
        let vault = try place.open()
        guard try vault.verify().isIntact else { throw VaultError(.tampered) }
        var found: [String: String] = [:]
        for name in try vault.secrets.names() {
            found[name.account] = try vault.secrets.value(for: name).map { $0.text }
        }
        guard found == states[history.sizes.count { $0 <= size }] else { throw Wrong(found: found) }
    }

    private static func writeClosed(_ data: Data, to path: String) throws {
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        defer { close(file) }
        let count = unsafe data.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
        guard count == data.count else {
            throw VaultError(.noSpace)
        }
    }
}
