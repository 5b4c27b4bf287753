import Foundation
import Sealing
import TestSupport
import Testing

@testable import SessionVault

/// A disk that fails at the first, second, … call, for each call that a change of the vault makes.
///
/// Needs a C compiler, for the library that makes calls fail; the sanitizers take the same calls for themselves.
@Suite("Disk faults", .enabled(if: FaultyChild.library != nil && !Sanitizer.isActive))
struct DiskFaultTests {
    let place: VaultFolder

    init() throws { place = try VaultFolder() }

    struct Fault: Sendable, CustomStringConvertible {
        let calls: String
        let error: Int32
        let code: VaultError.Code
        let isLasting: Bool

        var description: String { "\(calls) \(error)\(isLasting ? " lasting" : "")" }
    }

    static let faults = ["read", "write", "sync", "truncate", "read,write,sync,truncate"].flatMap { calls in
        [(EIO, VaultError.Code.inputOutput), (ENOSPC, .noSpace), (EROFS, .readOnly)].flatMap { error, code in
            [false, true].map { Fault(calls: calls, error: error, code: code, isLasting: $0) }
        }
    }

    /// One line of the child: which call failed, what the vault said, and what the next sign-in said.
    private func outcomes(of call: String, under fault: Fault) throws -> [(number: Int, during: String, after: String)] {
        _ = try place.create()
        let child = try FaultyChild.start((call, fault.calls, fault.error, fault.isLasting), at: place.path)
        let said = child.wait()
        #expect(child.hasSucceeded && !said.isEmpty)
        return said.map { line in
            let words = line.split(separator: " ").map(String.init)
            return (Int(words[0]) ?? 0, words[1], words[2])
        }
    }

    @Test("V04: a fault in any call of a sign-in has its code, harms nothing, and the same process goes on", arguments: faults)
    func signIn(fault: Fault) throws {
        let outcomes = try outcomes(of: "sign-in", under: fault)
        #expect(outcomes.last?.during == "done")
        for outcome in outcomes.dropLast() {
            #expect(outcome.during == fault.code.description || outcome.during == "done", "call \(outcome.number)")
        }
        #expect(outcomes.allSatisfy { $0.after == "done" })
        try expectWhole(outcomes, "during")
    }

    @Test("V22: a fault in any call of an opening has a code, and is never an empty vault", arguments: faults)
    func opening(fault: Fault) throws {
        let outcomes = try outcomes(of: "open", under: fault)
        #expect(outcomes.last?.during == "done")
        let codes: Set<String> = [fault.code.description, "keySourceUnavailable", "done"]
        for outcome in outcomes.dropLast() { #expect(codes.contains(outcome.during), "call \(outcome.number)") }
        #expect(outcomes.allSatisfy { $0.after == "done" })
        try expectWhole(outcomes, "during")
    }

    @Test("V04: a fault in any call of a removal or a rotation harms no other record", arguments: faults, ["remove", "rotate"])
    func others(fault: Fault, call: String) throws {
        let outcomes = try outcomes(of: call, under: fault)
        #expect(outcomes.last?.during == "done")
        for outcome in outcomes.dropLast() {
            #expect(outcome.during == fault.code.description || outcome.during == "done", "call \(outcome.number)")
        }
        #expect(outcomes.allSatisfy { $0.after == "done" })
        try expectWhole(outcomes, nil)
    }

    /// Every account that was acknowledged is there whole; one whose sign-in failed is whole or not there.
    private func expectWhole(_ outcomes: [(number: Int, during: String, after: String)], _ family: String?) throws {
        let vault = try place.open()
        #expect(try vault.verify().isIntact)
        let sessions = try vault.sessions()
        for session in sessions { #expect(try !session.readAll().contains(nil)) }
        let found = Set(sessions.map(\.account.subject))
        for outcome in outcomes {
            #expect(found.contains("after-\(outcome.number)"))
            if let family, outcome.during == "done" { #expect(found.contains("\(family)-\(outcome.number)")) }
        }
    }
}
