import Foundation
import Sealing
import SessionAuth
import SessionVault
import TestSupport
import Testing

/// Many processes with one stored session, at a server whose refresh tokens serve once and which takes a second use for
/// theft; some are killed while they refresh.
@Suite("Refresh among processes")
struct RefreshCrowdTests {
    private static func number(_ name: String, default value: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? value
    }

    @Test(
        "S01, S02, S05, S16: processes that share a session spend each refresh token once, whoever is killed; none is revoked",
        .timeLimit(.minutes(30)))
    func crowd() async throws {
        let count = Self.number("SESSIONVAULT_REFRESH_PROCESSES", default: 16)
        let expiries = Self.number("SESSIONVAULT_REFRESH_EXPIRIES", default: 10)
        var random = SeededGenerator(seed: UInt64(Self.number("SESSIONVAULT_SEED", default: 20_261_130)))
        let server = try await OAuthServer.start()
        try await server.control(
            #"{"approved": "anna", "reuse_revokes": true, "introspection": true, "claims": {"role": "driver"}}"#)
        let bench = try await OAuthBench(issuer: server.issuer)
        _ = try await bench.signIn()
        let crowd = Crowd(count, vault: bench.vault.path, key: bench.folder.path("key"), issuer: server.issuer)
        defer { crowd.end() }
        try crowd.fill()
        var lost = 0
        for _ in 1...expiries {
            try await server.expire()
            for _ in 1...4 { try crowd.replaceOne(&random) }
            var seen = try await server.served(within: 3)
            while seen.served == 0 {
                // A token that was spent by a process that did not live to store the next one is lost to any client.
                if try bench.vault.hasRecords(of: AccountID(realm: server.issuer, subject: "anna")) == false {
                    lost += 1
                    _ = try await bench.signIn()
                }
                try crowd.fill()
                seen = try await server.served(within: 3)
            }
            #expect(seen.mostSpent == 1, "a token's end made more than one refresh")
            #expect(seen.revoked == 0, "a refresh token was spent twice")
        }
        #expect(lost <= 4 * expiries)
        #expect(try await bench.vault.verify().isIntact)
    }
}

/// Random numbers that a seed repeats (SplitMix64).
private struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}

/// Processes that are replaced when they end or are killed.
private final class Crowd {
    private let count: Int
    private let arguments: [String]
    private var members: [Process] = []

    init(_ count: Int, vault: String, key: String, issuer: String) {
        self.count = count
        arguments = [vault, key, issuer]
    }

    func fill() throws {
        members.removeAll { !$0.isRunning }
        while members.count < count {
            let process = Process()
            process.executableURL = Bundle.main.bundleURL.appending(path: "AuthChild")
            process.arguments = arguments
            process.standardOutput = nil
            try process.run()
            members.append(process)
        }
    }

    /// Kills one after a random moment, and starts another.
    func replaceOne(_ random: inout SeededGenerator) throws {
        usleep(UInt32.random(in: 0...15_000, using: &random))
        if let victim = members.randomElement(using: &random) { kill(victim.processIdentifier, SIGKILL) }
        try fill()
    }

    func end() {
        for member in members { kill(member.processIdentifier, SIGKILL) }
        for member in members { member.waitUntilExit() }
    }
}
