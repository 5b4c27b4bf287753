import Foundation
import Sealing
import TestSupport
import Testing

@testable import SessionVault

/// Many processes and threads at one vault at once.
@Suite("Crowd", .serialized)
struct CrowdTests {
    let place: VaultFolder
    private static let processes = 8
    private static let threads = 8

    init() throws { place = try VaultFolder() }

    @Test(
        "V05, V15: of 8 processes with 8 threads each, none loses a write, sees half a session, or is told busy",
        .timeLimit(.minutes(5)))
    func crowd() throws {
        let seconds = Setting.number("SESSIONVAULT_STRESS_SECONDS", default: 3)
        _ = try place.create()
        let children = try (0..<Self.processes).map { try ChildProcess("crowd", place.path, "\($0)", "\(seconds)") }
        let said = children.map { $0.wait() }
        #expect(said.allSatisfy { $0.last == "done" })
        let lines = said.flatMap { $0 }.filter { $0 != "done" }
        // Whoever missed a write of its own or was refused says so instead of its counter.
        #expect(lines.filter { !$0.hasPrefix("counter ") } == [])
        #expect(lines.count == Self.processes * Self.threads)

        let vault = try place.open()
        #expect(try vault.verify().isIntact)
        for line in lines {
            let words = line.split(separator: " ")
            let value = try vault.secrets.value(for: SecretName(service: "counter", account: String(words[1])))
            #expect(value.map { $0.text } == String(words[2]))
        }
        for session in try vault.sessions() { #expect(try !session.readAll().contains(nil)) }
    }

    @Test(
        "S03, V05: threads that share one open vault lose no write, while another opens, rotates and inspects it",
        .timeLimit(.minutes(2)))
    func threadsOfOneVault() throws {
        let vault = try place.create()
        let rounds = Setting.number("SESSIONVAULT_STRESS_ROUNDS", default: 20)
        let misses = Misses()
        let place = place
        Threads.run(Self.threads) { thread in
            do {
                for round in 1...rounds { try Self.work(vault, place, thread, round) }
            } catch { misses.add("thread \(thread): \(error)") }
        }
        #expect(misses.all == [])
        #expect(try vault.verify().isIntact)
        for thread in 1..<Self.threads {
            let value = try vault.secrets.value(for: SecretName(service: "counter", account: "\(thread)"))
            #expect(value.map { $0.text } == "\(rounds)")
        }
    }

    private struct Lost: Error {}

    private static func work(_ vault: Vault, _ place: VaultFolder, _ thread: Int, _ round: Int) throws {
        guard thread > 0 else {
            if round % 5 == 0 { try vault.rotate() }
            guard try place.open().verify().isIntact else { throw Lost() }
            return
        }
        let name = SecretName(service: "counter", account: "\(thread)")
        let before = try vault.secrets.value(for: name).map { $0.text } ?? "0"
        guard before == "\(round - 1)" else { throw Lost() }
        try vault.secrets.set(SecretBytes(utf8: "\(round)"), for: name)
        let session = try vault.signIn("own-\(thread)", token: "token-\(round)")
        guard try session.readTokens().access.text == "token-\(round)" else { throw Lost() }
        _ = try vault.sessions()
    }
}
