import Foundation
import SessionVault
import TestSupport
import Testing

/// A vault, and an OAuth server to sign in at by the command alone.
struct ProviderPlace {
    let vault: StoredVault
    let server: OAuthServer
    static let client = ["--client-id", "made-up-app", "--role-claim", "realm.role"]

    init(_ settings: String = "{}") async throws {
        vault = try StoredVault()
        server = try await OAuthServer.start()
        try await server.control(
            #"{"approved": "anna", "device": {"interval": 1}, "claims": {"realm": {"role": "driver"}}}"#)
        try await server.control(settings)
    }

    var device: [String] {
        ["login", "--device", "--issuer", server.issuer, "--admit", "driver"] + Self.client + vault.key
    }

    func run(_ command: String, _ options: String...) async throws -> VaultCommand.Result {
        try await VaultCommand.run([command] + options + Self.client + vault.key)
    }

    func sessionCount() throws -> Int { try vault.open().sessions().count }
}

@Suite("vault login --device")
struct DeviceLoginTests {
    @Test("B4: the code is shown on standard error, the session passes the gate, and status and logout work with it")
    func life() async throws {
        let place = try await ProviderPlace(#"{"id_token": {}}"#)
        let result = try await VaultCommand.run(place.device + ["--format", "json", "--quiet"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.contains("WDJB-MJHT") && result.errors.contains(place.server.issuer + "/activate"))
        let json = try result.json()
        #expect(json["branch"] as? String == "device-grant")
        #expect(json["gate"] as? String == "driver")
        for token in try await place.server.tokens() {
            #expect(!result.output.contains(token.token) && !result.errors.contains(token.token))
        }
        #expect(!result.output.contains("anna") && !result.output.contains("WDJB"))

        #expect(try await place.run("status").output.contains("device-grant"))
        let check = try await place.run("status", "--check")
        #expect(check.status == 0, "\(check.errors)")
        #expect(check.output.contains("active"))
        let logout = try await place.run("logout")
        #expect(logout.status == 0, "\(logout.output) \(logout.errors)")
        #expect(try await place.server.tokens().allSatisfy { !$0.active })
        #expect(try place.sessionCount() == 0)
    }

    @Test("D3 S07: an account of another role is refused, its tokens are revoked, and status 1 says so")
    func wrongRole() async throws {
        let place = try await ProviderPlace(#"{"claims": {"realm": {"role": "customer"}}}"#)
        let result = try await VaultCommand.run(place.device)
        #expect(result.status == 1)
        #expect(result.output.contains("token made useless           done"), "\(result.output)")
        #expect(try await place.server.tokens().allSatisfy { !$0.active })
        #expect(try place.sessionCount() == 0)
    }

    @Test(
        "B4: each end of a grant is told in words, and nothing is stored",
        arguments: [
            (#"{"approved": false}"#, 2, "refused on the other device"),
            (#"{"polls": ["expired_token"]}"#, 2, "Nobody approved"),
            (#"{"metadata": {"device_authorization_endpoint": null}}"#, 2, "does not offer that way"),
            (#"{"id_token": {"aud": "another"}}"#, 2, "provider's answer does not hold"),
            (#"{"openid_document": false, "oauth_document": false}"#, 2, "answer can't be read"),
        ])
    func ends(settings: String, status: Int32, words: String) async throws {
        let place = try await ProviderPlace(settings)
        let result = try await VaultCommand.run(place.device)
        #expect(result.status == status)
        #expect(result.errors.lowercased().contains(words.lowercased()), "\(result.errors)")
        #expect(try place.sessionCount() == 0)
    }

    @Test(
        "Ctrl-C and other signals end it at once: the code is asked about no more, nothing is stored",
        arguments: [2, 15, 1])
    func interrupted(signal: Int32) async throws {
        let place = try await ProviderPlace(#"{"approved": null, "device": {"interval": 60}}"#)
        let result = try await TerminalSession.run(
            place.device, [.init(await: "Ctrl-C gives up.", signal: signal)])
        #expect(result.signal == signal)
        #expect(result.output.contains("given up"), "\(result.output)")
        #expect(try await place.server.log("token").isEmpty)
        #expect(try place.sessionCount() == 0)
    }

    @Test("What --all can't end for want of an option, it finds before it ends any")
    func allOrNone() async throws {
        let place = try await ProviderPlace()
        try place.vault.admit()
        _ = try await VaultCommand.run(place.device)
        let result = try await VaultCommand.run(["logout", "--all"] + place.vault.key)
        #expect(result.status == 2)
        #expect(result.errors.contains("--client-id"))
        #expect(try place.sessionCount() == 2)
    }

    @Test("S28: a session goes from here also where its server is gone or its client is not named")
    func logoutWithoutServer() async throws {
        let place = try await ProviderPlace()
        _ = try await VaultCommand.run(place.device)
        let unnamed = try await VaultCommand.run(["logout"] + place.vault.key)
        #expect(unnamed.status == 2)
        #expect(unnamed.errors.contains("--client-id"))
        #expect(try place.sessionCount() == 1)
        let check = try await VaultCommand.run(["status", "--check"] + place.vault.key)
        #expect(check.status == 2)
        #expect(check.output.contains("--client-id") && check.output.contains("provisional"), "\(check.output)")
        try await place.server.control(#"{"openid_document": false, "oauth_document": false}"#)
        let result = try await place.run("logout")
        #expect(result.status == 2)
        #expect(result.output.contains("removed from this machine    done"), "\(result.output)")
        #expect(try place.sessionCount() == 0)
        let waiting = try await VaultCommand.run(["logout"] + place.vault.key)
        #expect(waiting.output.contains("For that, give --client-id ID."), "\(waiting.output)")
        // The next command that can ask the server does.
        try await place.server.control(#"{"openid_document": true}"#)
        let next = try await place.run("logout")
        #expect(next.output.contains("1 logout of an earlier run finished"), "\(next.output) \(next.errors)")
        #expect(try await place.server.tokens().allSatisfy { !$0.active })
    }
}

@Suite("vault login --browser")
struct BrowserLoginTests {
    private func login(_ place: ProviderPlace) -> [String] {
        place.device.map { $0 == "--device" ? "--browser" : $0 }
    }

    @Test("B5: the address is shown, a browser on this machine opens it, and the session is stored")
    func life() async throws {
        let place = try await ProviderPlace(#"{"id_token": {}}"#)
        let result = try await TerminalSession.run(
            login(place), [.init(await: "Ctrl-C gives up.", open: true)])
        #expect(result.status == 0, "\(result.output)")
        #expect(result.output.contains("by openid"))
        #expect(try place.sessionCount() == 1)
        #expect(try await place.run("logout").status == 0)
        #expect(try await place.server.tokens().allSatisfy { !$0.active })
    }

    @Test("A signal that the process was started to ignore, as by nohup, does not end it")
    func ignored() async throws {
        let place = try await ProviderPlace(#"{"id_token": {}}"#)
        let result = try await TerminalSession.run(
            ["-c", #"trap "" HUP; exec "$@""#, "sh", VaultCommand.binary] + login(place),
            [.init(await: "Ctrl-C gives up.", signal: 1), .init(await: "", open: true)], program: "/bin/sh")
        #expect(result.status == 0, "\(result.output)")
        #expect(try place.sessionCount() == 1)
    }

    @Test("Ctrl-C ends it, and nothing is stored")
    func interrupted() async throws {
        let place = try await ProviderPlace()
        let result = try await TerminalSession.run(login(place), [.init(await: "Ctrl-C gives up.", signal: 2)])
        #expect(result.signal == 2)
        #expect(try await place.server.log("token").isEmpty)
        #expect(try place.sessionCount() == 0)
    }
}

@Suite("Logouts of earlier runs")
struct EarlierLogoutTests {
    @Test(
        "S12: what a logout could not tell the server, the next command tells it, and says so",
        arguments: ["login", "logout", "status"])
    func finished(command: String) async throws {
        let place = try await SignInPlace()
        _ = try await place.login(SignInPlace.driver)
        try await place.server.control(#"{"logout": "500"}"#)
        #expect(try await place.run("logout").status == 2)
        #expect(try await place.server.sessions().map(\.active) == [true])
        let waiting = try await place.run("logout")
        #expect(waiting.output.contains("1 logout of an earlier run still to be told"), "\(waiting.output)")
        try await place.server.control(#"{"logout": "ok"}"#)
        let result =
            switch command {
            case "login": try await place.login(SignInPlace.driver, options: ["--admit", "driver", "--format", "json"])
            case "status": try await place.run("status", "--check", "--format", "json")
            default: try await place.run("logout", "--format", "json")
            }
        #expect(result.status == 0, "\(result.errors)")
        #expect(try result.json()["earlier_logouts"] as? [String: Int] == ["finished": 1, "waiting": 0])
        #expect(try await place.server.sessions().map(\.active) == (command == "login" ? [false, true] : [false]))
        #expect(try await place.server.log("logout").count == 3)
    }

    @Test("With --local no server is asked, not about earlier logouts either")
    func local() async throws {
        let place = try await SignInPlace()
        _ = try await place.login(SignInPlace.driver)
        try await place.server.control(#"{"logout": "500"}"#)
        _ = try await place.run("logout")
        let before = try await place.server.log().count
        #expect(try await place.run("logout", "--local").status == 0)
        #expect(try await place.server.log().count == before)
    }
}
