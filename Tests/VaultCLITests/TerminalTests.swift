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
            [.init(await: "new vault: ", send: "one and two\n"), .init(await: "again: ", send: "other words\n")])
        #expect(result.status == 2)
        #expect(result.output.contains("differ"))
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("A new slot's passphrase is asked for twice after the old one, without echo")
    func newPassphrase() async throws {
        let vault = try vault()
        let arguments = ["slots", "add", "passphrase", "--passes", "1", "--memory", "8", "--vault", vault.path]
        let old = TerminalSession.Step(await: "Passphrase: ", send: passphrase + "\n")
        let differing = try await TerminalSession.run(
            arguments,
            [
                old, .init(await: "New passphrase: ", send: "one and two\n"),
                .init(await: "again: ", send: "other words\n"),
            ])
        #expect(differing.status == 2)
        #expect(differing.output.contains("the two passphrases differ; nothing was changed"))
        let added = try await TerminalSession.run(
            arguments,
            [
                old, .init(await: "New passphrase: ", send: "one and two\n"),
                .init(await: "again: ", send: "one and two\n"),
            ])
        #expect(added.status == 0, "\(added.output)")
        #expect(added.echoedDuring == [false, false, false])
        #expect(added.output.contains("slot #3") && !added.output.contains("one and two"))
    }

    @Test("A passphrase that is soon guessed is refused before it is asked for again")
    func weakPassphrase() async throws {
        let path = try vault().folder.path("new.vault")
        let result = try await TerminalSession.run(
            ["init", "--vault", path], [.init(await: "new vault: ", send: "1234567\n")])
        #expect(result.status == 2)
        #expect(result.output.contains("has under 8 characters") && !result.output.contains("again"))
    }

    @Test("An error is broken into lines of the terminal's usual width, and is one line elsewhere")
    func wrappedErrors() async throws {
        let arguments = ["secret", "get", "s", "--vault", "/nonexistent/folder/of/a/long/name/with/a.vault"]
        let shown = try await TerminalSession.run(arguments, [])
        let lines = shown.output.split(separator: "\r\n")
        #expect(lines.count > 1 && lines.allSatisfy { $0.count < 80 }, "\(shown.output)")
        let piped = try await VaultCommand.run(arguments)
        #expect(piped.errors == lines.joined(separator: " ") + "\n")
    }

    @Test("--recovery-code asks for the code without echo")
    func recoveryCode() async throws {
        let vault = try vault()
        let made = try await VaultCommand.run(["slots", "add", "recovery-code"] + vault.key)
        let result = try await TerminalSession.run(
            ["status", "--vault", vault.path, "--recovery-code"],
            [.init(await: "Recovery code: ", send: made.output)])
        #expect(result.status == 0, "\(result.output)")
        #expect(result.echoedDuring == [false])
        #expect(!result.output.contains(made.output.dropLast()))
    }

    @Test("A secret's value is asked for without echo, and shown with a line feed after it")
    func secretValue() async throws {
        let vault = try vault()
        let stored = try await TerminalSession.run(
            ["secret", "set", "s"] + vault.key, [.init(await: "Value of the secret: ", send: "hunter2\n")])
        #expect(stored.status == 0, "\(stored.output)")
        #expect(stored.echoedDuring == [false])
        #expect(!stored.output.contains("hunter2"))
        #expect(try await TerminalSession.run(["secret", "get", "s"] + vault.key, []).output == "hunter2\r\n")
        #expect(try await VaultCommand.run(["secret", "get", "s"] + vault.key).output == "hunter2")
    }

    @Test("V11: a line that the terminal may have cut is refused")
    func cutLine() async throws {
        let vault = try vault()
        let result = try await TerminalSession.run(
            ["secret", "set", "s"] + vault.key,
            [.init(await: "Value of the secret: ", send: String(repeating: "x", count: 5_000) + "\n")])
        #expect(result.status == 2, "\(result.output)")
        #expect(result.output.contains("may have cut a line over 4094 bytes"))
        #expect(try await VaultCommand.run(["secret", "get", "s"] + vault.key).status == 3)
    }

    @Test("Removing every secret asks first, and only yes removes them", arguments: [("yes", 0), ("y", 2), ("", 2)])
    func confirmation(answer: String, status: Int32) async throws {
        let vault = try vault()
        for name in ["a", "b"] { _ = try await VaultCommand.run(["secret", "set", name] + vault.key, input: "value") }
        let result = try await TerminalSession.run(
            ["secret", "remove", "--all"] + vault.key,
            [.init(await: "Remove 2 secrets? This can't be undone. Type yes: ", send: answer + "\n")])
        #expect(result.status == status, "\(result.output)")
        #expect(result.echoedDuring == [true])
        let left = try await VaultCommand.run(["secret", "get", "b"] + vault.key)
        #expect(left.status == (status == 0 ? 3 : 0))
    }

    @Test("Setting a vault aside asks first, and only yes does it", arguments: [("yes", 0), ("no", 2)])
    func setAside(answer: String, status: Int32) async throws {
        let vault = try vault()
        let result = try await TerminalSession.run(
            ["set-aside", "--vault", vault.path],
            [.init(await: "aside under another name? Type yes: ", send: answer + "\n")])
        #expect(result.status == status, "\(result.output)")
        #expect(FileManager.default.fileExists(atPath: vault.path) == (status != 0))
        #expect(FileManager.default.fileExists(atPath: vault.path + ".aside-1") == (status == 0))
    }

    @Test("Discarding what was set aside asks after the repair, and a no keeps it", arguments: [("yes", 0), ("", 2)])
    func discard(answer: String, status: Int32) async throws {
        let vault = try vault()
        try await vault.tamper("UPDATE record SET body = zeroblob(400) WHERE id = 1")
        let result = try await TerminalSession.run(
            ["repair", "--discard"] + vault.key,
            [.init(await: "Delete the 1 record that is set aside for good? Type yes: ", send: answer + "\n")])
        #expect(result.status == status, "\(result.output)")
        #expect(result.output.contains("The vault is intact now."))
        let json = try await VaultCommand.run(["verify", "--format", "json"] + vault.key).json()
        #expect(json["intact"] as? Bool == true)
        #expect(json["quarantined"] as? Int == (status == 0 ? 0 : 1))
    }

    @Test("A backup is neither shown on a terminal nor read from one")
    func backup() async throws {
        let vault = try vault()
        let out = try await TerminalSession.run(["backup", "-"] + vault.key, [])
        #expect(out.status == 2)
        #expect(out.output.contains("a backup is not for a terminal"))
        let into = try await TerminalSession.run(
            ["restore", "-", "--vault", vault.folder.path("b.vault"), "--key-file", vault.keyFile], [])
        #expect(into.status == 2)
        #expect(into.output.contains("a backup can't be typed"))
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
