import Foundation
import TestSupport
import Testing

@Suite("At a terminal")
struct TerminalTests {
    private let passphrase = "pass phrase of the vault"

    private func vault() throws -> StoredVault {
        let vault = try StoredVault()
        try vault.addPassphrase(passphrase)
        try vault.admit()
        return vault
    }

    @Test("C1: a passphrase is asked for without echo, and the echo comes back")
    func prompt() async throws {
        let vault = try vault()
        let result = try await TerminalSession.run(
            ["status", "--vault", vault.path], [.init(await: "Passphrase: ", send: passphrase + "\n")])
        #expect(result.status == 0, "\(result.output)")
        #expect(result.echoedDuring == [false])
        #expect(result.output.contains("provisional"))
        #expect(!result.output.contains(passphrase))
    }

    @Test("A new passphrase is asked for twice, and nothing is made where the two differ")
    func twice() async throws {
        let vault = try vault()
        let path = vault.folder.path("new.vault")
        let result = try await TerminalSession.run(
            ["init", "--vault", path],
            [.init(await: "new vault: ", send: "one\n"), .init(await: "again: ", send: "other\n")])
        #expect(result.status == 2)
        #expect(result.output.contains("differ"))
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test(
        "The echo comes back when a signal ends the command at its question",
        arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    func interrupted(signal: Int32) async throws {
        try await expectEchoBack(after: signal, blocked: [])
    }

    @Test("A signal that the command was started with blocked ends its question too")
    func blockedSignal() async throws {
        try await expectEchoBack(after: SIGINT, blocked: [SIGINT])
    }

    private func expectEchoBack(after signal: Int32, blocked: [Int32]) async throws {
        let vault = try vault()
        let result = try await TerminalSession.run(
            ["status", "--vault", vault.path], [.init(await: "Passphrase: ", signal: signal)], blocked: blocked)
        #expect(result.signal == signal)
        #expect(result.echoedDuring == [false])
        #expect(result.echo == true)
    }

    @Test("Colours show on a terminal, and never with NO_COLOR")
    func colours() async throws {
        let vault = try vault()
        let arguments = ["inspect"] + vault.key
        #expect(try await TerminalSession.run(arguments, []).output.contains("\u{1B}["))
        #expect(try await !TerminalSession.run(arguments, [], environment: ["NO_COLOR": "1"]).output.contains("\u{1B}"))
        #expect(try await !TerminalSession.run(arguments, [], environment: ["TERM": "dumb"]).output.contains("\u{1B}"))
        #expect(try await !VaultCommand.run(arguments).output.contains("\u{1B}"))
    }

    @Test("A descriptor that is a terminal is refused, since it would show what is typed")
    func visibleDescriptor() async throws {
        let vault = try vault()
        let result = try await TerminalSession.run(["status", "--vault", vault.path, "--passphrase-fd", "0"], [])
        #expect(result.status == 2)
        #expect(result.output.contains("would show what is typed"))
    }
}
