import Foundation
import Sealing
import Testing

@testable import SessionVault

/// Whole files with random damage, opened in a process of their own: a trap, or a hang of 5 seconds, ends it.
@Suite("Mutated files")
struct MutatedFileTests {
    let place: VaultFolder
    private static let batch = 500

    init() throws { place = try VaultFolder() }

    @Test(
        "V22, V23: a file with bits, bytes or pages altered, cut or exchanged never traps, hangs, or is changed by opening",
        .timeLimit(.minutes(60)))
    func mutants() throws {
        let count = Setting.number("SESSIONVAULT_MUTANTS", default: 2_000)
        let seed = UInt64(Setting.number("SESSIONVAULT_SEED", default: 20_261_130))
        var opened = 0
        for first in stride(from: 0, to: count, by: Self.batch) {
            let child = try ChildProcess(
                "mutants", place.root, "\(seed)", "\(first)", "\(min(Self.batch, count - first))",
                environment: ["SWIFT_BACKTRACE": "enable=no"])
            let said = child.wait()
            let last = said.last ?? "none"
            let comment: Comment = "SESSIONVAULT_SEED=\(seed), mutant \(last), signal \(child.signal ?? 0)"
            #expect(said.filter { $0.hasSuffix(" changed") } == [])
            let end = try #require(said.last { $0.hasPrefix("done, ") }, comment)
            opened += Int(end.split(separator: " ")[1]) ?? 0
        }
        // Both kinds are there: damage to what opening reads, and damage that only reading the records finds.
        #expect(opened > count / 20 && opened < count)
    }
}
