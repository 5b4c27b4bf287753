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

    static let faults = [
        Fault(calls: "read", error: EIO, code: .inputOutput, isLasting: false),
        Fault(calls: "write", error: EIO, code: .inputOutput, isLasting: false),
        Fault(calls: "sync", error: EIO, code: .inputOutput, isLasting: false),
        Fault(calls: "truncate", error: EIO, code: .inputOutput, isLasting: false),
        Fault(calls: "read,write,sync,truncate", error: EIO, code: .inputOutput, isLasting: true),
        Fault(calls: "write", error: ENOSPC, code: .noSpace, isLasting: false),
        Fault(calls: "write,sync,truncate", error: ENOSPC, code: .noSpace, isLasting: true),
        Fault(calls: "write,sync,truncate", error: EROFS, code: .readOnly, isLasting: true),
    ]

    @Test(
        "V03, V04: a fault in any call has its code, harms nothing, and the same process goes on after it",
        arguments: ["sign-in", "remove", "rotate"], faults)
    func writing(operation: String, fault: Fault) throws {
        try run(operation, under: fault, mayAnswer: [fault.code])
    }

    @Test("V22: a fault in any call of an opening has its code, and is never an empty vault", arguments: faults)
    func opening(fault: Fault) throws {
        // Before the vault's file, the key file is read.
        try run("open", under: fault, mayAnswer: [fault.code, .keySourceUnavailable])
    }

    private func run(_ operation: String, under fault: Fault, mayAnswer codes: Set<VaultError.Code>) throws {
        _ = try place.create()
        let child = try FaultyChild.start(operation, fault.calls, fault.error, fault.isLasting, at: place.path)
        let said = child.wait().map { $0.split(separator: " ").map(String.init) }
        #expect(child.hasSucceeded)
        // The last line is that of the first run without a fault.
        #expect(said.last?.dropFirst() == ["done", "done", "whole"])
        let words = Set(codes.map(\.description) + ["done"])
        for line in said.dropLast() {
            #expect(words.contains(line[1]) && line[2...] == ["done", "whole"], "\(line)")
        }
    }
}
