import Foundation
import Testing

@testable import VaultCLI

@Suite("Wrong usage")
struct UsageTests {
    @Test(
        "It ends with status 2, and one line says what is wrong and where help is",
        arguments: [
            (["inspct"], "no command `inspct`; did you mean `inspect`?"),
            (["frobnicate"], "no command `frobnicate`."),
            (["--vault", "x"], "--vault stands without a command"),
            (["inspect", "--unlok"], "no option --unlok; did you mean --unlock?"),
            (["inspect", "--pass"], "no option --pass; did you mean --passphrase-fd?"),
            (["init", "--check"], "no option --check."),
            (["init", "-v"], "`-v` is no option"),
            (["init", "extra"], "takes no `extra`"),
            (["init", "--vault"], "--vault PATH: the argument is missing"),
            (["init", "--vault="], "--vault PATH: the argument is missing"),
            (["init", "--vault", "a", "--vault=b"], "--vault is given twice"),
            (["inspect", "--unlock=yes"], "--unlock takes no argument"),
            (["version", "--format", "xml"], "--format is text or json"),
            (
                ["init", "--passphrase-fd", "zero", "--vault", "/nonexistent/a"],
                "takes the number of an open file descriptor"
            ),
            (["init", "--passphrase-fd", "0", "--key-file", "k"], "can't go together"),
            (["inspect", "--unlock", "--key-file", "k"], "can't go together"),
            (["inspect", "file.log"], "`file.log` needs --logs"),
            (["inspect", "--logs"], "--logs needs the files"),
            (
                ["login", "--server", "https://a.example", "--project", "p", "--email", "a@example.test"],
                "say who may sign in"
            ),
            (["login", "--any-role", "--admit", "driver"], "can't go together"),
            (["login", "--admit", "Driver!"], "--admit takes names"),
            (["login", "--any-role"], "say whose session"),
            (["login", "--any-role", "--cellphone", "3001"], "--country CODE is missing"),
            (
                ["login", "--any-role", "--email", "a@example.test", "--country", "57"],
                "--country goes with --cellphone"
            ),
            (["login", "--any-role", "--email", "a@example.test"], "--server URL is missing"),
            (["login", "--any-role", "--device"], "--issuer URL is missing"),
            (["login", "--any-role", "--browser", "--client-id", "a"], "--issuer URL is missing"),
            (["login", "--any-role", "--device", "--browser"], "can't go together"),
            (["login", "--any-role", "--device", "--email", "a@example.test"], "can't go together"),
            (
                [
                    "login", "--any-role", "--device", "--issuer", "http://127.0.0.1:9", "--client-id", "a",
                    "--role-claim", ".",
                ],
                "--role-claim takes keys"
            ),
            (["status", "--branches", "--check"], "can't go together"),
            (["slots", "lst"], "no command `slots lst`; did you mean `slots list`?"),
            (["secret", "frobnicate"], "no command `secret frobnicate`. See `vault secret --help`."),
            (["help", "secret", "gte"], "did you mean `secret get`?"),
            (["slots", "--vault", "x"], "--vault stands without a command. See `vault slots --help`."),
            (["slots", "list", "extra"], "`vault slots list` takes no `extra`"),
            (["slots", "add"], "needs passphrase|key-file|recovery-code"),
            (["slots", "add", "keyfile"], "did you mean `key-file`?"),
            (["slots", "add", "key-file"], "--new-key-file PATH is missing"),
            (["slots", "add", "key-file", "--passes", "3"], "--passes goes with `slots add passphrase`"),
            (["slots", "add", "recovery-code", "--new-key-file", "k"], "goes with `slots add key-file`"),
            (["slots", "add", "passphrase", "--memory", "7"], "--memory takes a number from 8 to 16384"),
            (["slots", "add", "passphrase", "--passes", "-1"], "--passes takes a number from 1 to 64"),
            (
                ["slots", "add", "passphrase", "--passes", "64", "--memory", "1024"],
                "--passes times --memory may be 16384"
            ),
            (
                ["slots", "add", "passphrase", "--passes", "17", "--memory", "2048"],
                "--passes 16 with a --memory over 1024"
            ),
            (["slots", "add", "recovery-code", "--auditor"], "--auditor goes with passphrase or key-file"),
            (["status", "--memory-limit", "16385"], "--memory-limit takes a number from 8 to 16384"),
            (["verify", "--accept-rollback"], "--accept-rollback needs --anchor PATH"),
            (["rotate", "--remove-other-slots"], "--remove-other-slots goes with --root"),
            (["repair", "--discard"], "there is no terminal to ask on, so --discard needs --yes"),
            (["set-aside"], "there is no terminal to ask on, so `vault set-aside` needs --yes"),
            (["backup"], "`vault backup` needs FILE"),
            (["inspect", "--events", "--logs", "a.log"], "can't go together"),
            (["slots", "remove", "two"], "NUMBER is a slot's number"),
            (["init", "--key-file", "k", "--passes", "3"], "can't go together"),
            (["status", "--recovery-code", "--recovery-code-fd", "0"], "can't go together"),
            (["inspect", "--unlock", "--recovery-code"], "can't go together"),
            (["secret", "get"], "`vault secret get` needs SERVICE"),
            (["secret", "get", "a", "b", "c"], "takes SERVICE [ACCOUNT] and no more words"),
            (["--vualt", "x", "secret", "list"], "no option --vualt; did you mean --vault?"),
            (["secret", "--vualt", "x", "list"], "no option --vualt; did you mean --vault?"),
            (["--vualt"], "no option --vualt; did you mean --vault?"),
            (["--vualt=x", "secret", "list"], "`vault secret list` has no option --vualt; did you mean --vault?"),
            (["frobnicate", "--vualt"], "no command `frobnicate`."),
            (
                ["secret"],
                "`vault secret` needs one of its commands: get, set, list, remove. See `vault secret --help`."
            ),
            (["slots"], "needs one of its commands: list, add, remove, change."),
            (["import"], "needs one of its commands: "),
            (["init", "--key-file", "k", "--weak-passphrase"], "can't go together"),
            (["secret", "remove"], "name a SERVICE, or give --all"),
            (["secret", "remove", "a", "--service", "s"], "name a SERVICE, or give --all"),
            (["secret", "remove", "a", "--all"], "--all goes with no name"),
            (["logout", "--all", "--account", "acct-0"], "can't go together"),
            (["status", "--server", "https://a.example"], "go with --check"),
        ])
    func refused(arguments: [String], message: String) async throws {
        let result = try await VaultCommand.run(arguments)
        #expect(result.status == 2)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(result.errors.hasPrefix("vault: "))
        #expect(result.errors.contains("--help`."))
        #expect(result.errors.split(separator: "\n").count == 1)
    }

    @Test(
        "With --format json a failure is one line of JSON, also where the command line can't be understood",
        arguments: [
            (["secret", "get", "s", "--vault", "/nonexistent/v", "--format", "json"], "absent"),
            (["--format=json", "secret", "gte"], nil), (["backup", "-", "--format", "json"], nil),
            (["frobnicate", "--format", "json"], nil),
        ] as [([String], String?)])
    func jsonFailure(arguments: [String], code: String?) async throws {
        let result = try await VaultCommand.run(arguments)
        #expect(result.status == 2 && result.output.isEmpty)
        #expect(result.errors.split(separator: "\n").count == 1)
        let error = try VaultCommand.Result(status: 0, output: result.errors, errors: "").json()
        #expect(error["schema"] as? String == "sessionvault.error/1")
        #expect(error["status"] as? Int == 2)
        #expect(error["code"] as? String == code)
        #expect((error["message"] as? String)?.hasSuffix(".") == true)
    }

    @Test("Options may stand before the command, after it, and with an equals sign")
    func optionOrder() async throws {
        let forms = [["--format", "json", "version"], ["version", "--format", "json"], ["version", "--format=json"]]
        var outputs: [String] = []
        for form in forms { outputs.append(try await VaultCommand.run(form).output) }
        #expect(Set(outputs).count == 1)
        #expect(outputs[0].hasPrefix("{"))
    }

    @Test("L10: control characters of an argument do not reach the terminal")
    func controlCharacters() async throws {
        let result = try await VaultCommand.run("\u{1B}[31mred\nvault: forged")
        #expect(!result.errors.contains("\u{1B}"))
        #expect(result.errors.split(separator: "\n").count == 1)
    }

    @Test("Suggestions are near words or beginnings, never far ones")
    func suggestions() {
        let words = ["inspect", "init", "login", "logout"]
        #expect(Suggestion.nearest(to: "inspetc", in: words) == "inspect")
        #expect(Suggestion.nearest(to: "logn", in: words) == "login")
        #expect(Suggestion.nearest(to: "ins", in: words) == "inspect")
        #expect(Suggestion.nearest(to: "xyz", in: words) == nil)
        #expect(Suggestion.nearest(to: "", in: words) == nil)
    }

    @Test(
        "Where /proc is missing, and with it the words of the command line, no command is taken for a call for help",
        .enabled(if: Namespaces.canMount, "this user may mount nothing in a namespace of their own"))
    func withoutProc() async throws {
        let result = try await VaultCommand.start(
            "/usr/bin/unshare", ["-m", "sh", "-c", "mount -t tmpfs none /proc && exec \(VaultCommand.binary) version"],
            input: "", environment: [:])
        #expect(result.status == 2)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("/proc is not there. Mount it"))
    }
}

private enum Namespaces {
    static let canMount: Bool = {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/unshare")
        process.arguments = ["-m", "mount", "-t", "tmpfs", "none", "/mnt"]
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()
}
