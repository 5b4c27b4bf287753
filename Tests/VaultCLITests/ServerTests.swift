import Foundation
import SessionVault
import TestSupport
import Testing

/// A vault and a server's project to sign in at, by the command alone.
struct SignInPlace {
    static let driver = "driver@example.test"
    static let customer = "customer@example.test"

    let vault: StoredVault
    let server: OrderingServer

    init() async throws {
        vault = try StoredVault()
        server = try await OrderingServer.start()
    }

    var named: [String] { ["--server", server.origin, "--project", server.project] }

    func login(
        _ email: String, password: String? = nil, options: [String] = ["--admit", "driver"]
    ) async throws -> VaultCommand.Result {
        let number = email == Self.driver ? 41 : 51
        return try await VaultCommand.run(
            ["login", "--email", email, "--password-fd", "0"] + options + named + vault.key,
            input: password ?? "password-of-\(number)")
    }

    func run(_ command: String, _ options: String...) async throws -> VaultCommand.Result {
        try await VaultCommand.run([command] + options + vault.key)
    }

    func sessionCount() async throws -> Int? {
        (try await run("status", "--format", "json").json()["sessions"] as? [Any])?.count
    }
}

extension VaultCommand.Result {
    /// Tells whether a password, a token or an address of the made-up accounts stands in what was printed.
    var holdsServerSecret: Bool {
        ["password-of", "eyJ", "@example.test", "bearer", "Bearer"].contains {
            output.contains($0) || errors.contains($0)
        }
    }
}

@Suite("vault login")
struct LoginTests {
    @Test(
        "B1: a driver's session passes the gate, is stored, and is told without account or token",
        arguments: ["text", "json"])
    func admitted(format: String) async throws {
        let place = try await SignInPlace()
        let result = try await place.login(
            SignInPlace.driver, options: ["--admit", "driver,professional", "--format", format])
        #expect(result.status == 0, "\(result.errors)")
        #expect(!result.holdsServerSecret)
        if format == "json" {
            let json = try result.json()
            #expect(json["schema"] as? String == "sessionvault.login/1")
            #expect(json["outcome"] as? String == "admitted")
            #expect(json["gate"] as? String == "driver,professional")
        } else {
            #expect(result.output.contains("Signed in as acct-"))
        }
        #expect(try await place.sessionCount() == 1)
    }

    @Test("B2: cellphone, country code and password sign in too")
    func cellphone() async throws {
        let place = try await SignInPlace()
        let result = try await VaultCommand.run(
            ["login", "--cellphone", "3005550041", "--country", "57", "--password-fd", "0", "--admit", "driver"]
                + place.named + place.vault.key, input: "password-of-41")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("by cellphone-password"))
    }

    @Test("D3, E3: a wrong role ends with status 1, four outcomes, and nothing stored", arguments: ["text", "json"])
    func wrongRole(format: String) async throws {
        let place = try await SignInPlace()
        let result = try await place.login(
            SignInPlace.customer, options: ["--admit", "driver", "--format", format])
        #expect(result.status == 1)
        #expect(result.errors.contains("an account with the role customer may not sign in here"))
        #expect(result.errors.hasPrefix(format == "json" ? "{" : "vault: "))
        #expect(!result.holdsServerSecret)
        if format == "json" {
            let cleanup = try #require(try result.json()["cleanup"] as? [String: String])
            #expect(
                cleanup == [
                    "server_logout": "done", "provider_cleanup": "not needed", "revocation": "done",
                    "local_cleanup": "not needed",
                ])
        } else {
            #expect(result.output.contains("session ended at the server  done"))
        }
        #expect(try await place.sessionCount() == 0)
        #expect(try await place.server.sessions().map(\.active) == [false])
    }

    @Test("S08: a server logout that fails is told as its own outcome, and nothing is stored all the same")
    func cleanupFailure() async throws {
        let place = try await SignInPlace()
        try await place.server.control(#"{"logout": "500"}"#)
        let result = try await place.login(SignInPlace.customer)
        #expect(result.status == 1)
        #expect(result.output.contains("session ended at the server  failed (serverFault)"), "\(result.output)")
        #expect(result.output.contains("may still hold that session"))
        #expect(try await place.sessionCount() == 0)
    }

    @Test("E2: an open gate lets every role in, and says so")
    func openGate() async throws {
        let place = try await SignInPlace()
        let result = try await place.login(SignInPlace.customer, options: ["--any-role"])
        #expect(result.status == 0)
        #expect(result.output.contains("The gate is open"))
        #expect(try await place.run("inspect").output.contains("gate: open"))
    }

    @Test(
        "S14: what the server refuses or breaks is told without any of its text, and nothing is stored",
        arguments: [("error", 1), ("echo", 1), ("no-session", 1), ("500", 2), ("garbage", 2), ("drop", 2)])
    func serverFault(mode: String, status: Int32) async throws {
        let place = try await SignInPlace()
        try await place.server.control(#"{"auth": "\#(mode)"}"#)
        let result = try await place.login(SignInPlace.driver)
        #expect(result.status == status, "\(result.errors)")
        #expect(result.output.isEmpty && result.errors.hasPrefix("vault: "))
        #expect(!result.holdsServerSecret && !result.errors.contains("ERROR_MADE_UP"))
        #expect(try await place.sessionCount() == 0)
    }

    @Test(
        "A server that can't be reached, or must not be sent a password, is status 2",
        arguments: [("http://127.0.0.1:1", "can't be reached"), ("http://ordering.example.test", "has to be https://")])
    func badServer(address: String, message: String) async throws {
        let vault = try StoredVault()
        let result = try await VaultCommand.run(
            [
                "login", "--server", address, "--project", "demo", "--email", "a@example.test", "--any-role",
                "--password-fd", "0",
            ] + vault.key, input: "pw")
        #expect(result.status == 2)
        #expect(result.errors.contains(message), "\(result.errors)")
    }

    @Test("Passphrase and password can come, line by line, from one descriptor")
    func oneDescriptor() async throws {
        let place = try await SignInPlace()
        try place.vault.addPassphrase("pass phrase of the vault")
        let result = try await VaultCommand.run(
            [
                "login", "--vault", place.vault.path, "--passphrase-fd", "0", "--password-fd", "0", "--email",
                SignInPlace.driver, "--admit", "driver",
            ] + place.named, input: "pass phrase of the vault\npassword-of-41\n")
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test("C1: the password is asked for on the terminal, without echo")
    func terminal() async throws {
        let place = try await SignInPlace()
        let result = try await TerminalSession.run(
            ["login", "--email", SignInPlace.driver, "--admit", "driver"] + place.named + place.vault.key,
            [.init(await: "Password of the account: ", send: "password-of-41\n")])
        #expect(result.status == 0, "\(result.output)")
        #expect(result.echoedDuring == [false])
        #expect(!result.output.contains("password-of-41"))
    }

    @Test("C1: the log of a whole round holds what happened and nothing that the vault holds")
    func log() async throws {
        let place = try await SignInPlace()
        let log = place.vault.folder.path("run.log")
        _ = try await place.login(SignInPlace.driver, options: ["--admit", "driver", "--log", log])
        _ = try await place.login(SignInPlace.customer, options: ["--admit", "driver", "--log", log])
        _ = try await place.run("status", "--check", "--log", log)
        let text = try String(contentsOf: URL(filePath: log), encoding: .utf8)
        #expect(text.contains("gate refused") && text.contains("auth state: active"))
        #expect(!["password-of", "eyJ", "@example.test"].contains { text.contains($0) })
        #expect(try FileManager.default.attributesOfItem(atPath: log)[.posixPermissions] as? Int == 0o600)
        #expect(try await VaultCommand.run(["inspect", "--logs"] + place.vault.key + [log]).status == 0)
    }

    @Test("A log that can't be opened safely ends the command before it does anything")
    func badLog() async throws {
        let vault = try StoredVault()
        let result = try await VaultCommand.run(["status", "--log", vault.folder.path] + vault.key)
        #expect(result.status == 2)
        #expect(result.errors.contains("--log"))
    }
}
