import Foundation
import Sealing
import TestSupport
import Testing

@testable import SessionVault

/// One bit flipped in each byte of every page that holds records.
@Suite("Flipped bits")
struct FlippedBitTests {
    private static let values = ["token-of-42", #"{"id":"42"}"#, "device-of-42", "push-of-42"]

    /// A vault that was closed, and what it held.
    private struct Original: Sendable {
        let file: Data
        let offsets: [Int]
        let snapshot: @Sendable (String) -> Bool
    }

    private func makeOriginal() throws -> Original {
        let place = try VaultFolder()
        try place.create(signingIn: ["42"])
        let pages = try Snapshot.pages(of: "record", in: place.path)
        let offsets = pages.flatMap { page in page * 4_096..<(page + 1) * 4_096 }
        let snapshot = try Snapshot(place.path)
        return Original(file: try Data(contentsOf: URL(filePath: place.path)), offsets: offsets) { path in
            (try? Snapshot(path)) == snapshot
        }
    }

    @Test(
        "V19, V22: a bit that flips anywhere in a record's pages is found, or falls where nothing stands",
        .timeLimit(.minutes(5)))
    func everyByte() throws {
        let original = try makeOriginal()
        let misses = Misses()
        let places = try [VaultFolder(), VaultFolder()]
        let unused = Misses()
        Threads.run(places.count) { thread in
            for index in stride(from: thread, to: original.offsets.count, by: places.count) {
                let offset = original.offsets[index]
                do {
                    // Over a page, every bit of a byte has its turn.
                    try Self.flip(original.file, offset, bit: (offset + offset / 8) % 8, at: places[thread].path)
                    if try Self.isFound(in: places[thread]) { continue }
                    // Files are compared after the vault is closed, and only where it found nothing.
                    if original.snapshot(places[thread].path) {
                        unused.add("\(offset)")
                    } else {
                        misses.add("byte \(offset)")
                    }
                } catch { misses.add("byte \(offset): \(error)") }
            }
        }
        #expect(misses.all == [])
        #expect(original.offsets.count >= 2 * 4_096 && unused.all.count < original.offsets.count * 9 / 10)
    }

    private static func flip(_ whole: Data, _ offset: Int, bit: Int, at path: String) throws {
        var damaged = whole
        damaged[offset] ^= 1 << UInt8(bit)
        for suffix in ["-wal", "-shm"] { unsafe unlink(path + suffix) }
        try damaged.write(to: URL(filePath: path))
        unsafe chmod(path, 0o600)
    }

    /// Whether opening or verifying says that something is wrong; any error but these two is a miss.
    private static func isFound(in place: VaultFolder) throws -> Bool {
        let vault: Vault
        do {
            vault = try place.open()
            guard try vault.verify().isIntact else { return true }
        } catch let error as VaultError where error.code == .tampered || error.code == .truncated { return true }
        // What verification finds whole can be read by name, too: the index is not damaged either.
        let session = try vault.restore(VaultFolder.account("42"))
        guard try session?.readAll() == Self.values else { throw VaultError(.absent) }
        return false
    }
}
