import Foundation
import SessionVault
import TestSupport
import Testing

@Suite("vault status --branches")
struct BranchTests {
    private func states(_ settings: String?, _ options: [String] = []) async throws -> [String: String] {
        let folder = try TemporaryFolder()
        var arguments = ["status", "--branches", "--format", "json"] + options
        if let settings {
            try Data(settings.utf8).write(to: URL(filePath: folder.path("settings")))
            arguments += ["--settings", folder.path("settings")]
        }
        let result = try await VaultCommand.run(arguments)
        #expect(result.status == 0, "\(result.errors)")
        let json = try result.json()
        #expect(json["schema"] as? String == "sessionvault.branches/1")
        let branches = try #require(json["branches"] as? [[String: Any]])
        #expect(branches.map { $0["branch"] as? String } == SignInBranch.allCases.map(\.description))
        return Dictionary(
            uniqueKeysWithValues: branches.map { branch in
                (branch["branch"] as? String ?? "", branch["reason"] as? String ?? branch["state"] as? String ?? "")
            })
    }

    @Test("E1 D1: without configuration every branch is hidden, and the page says why")
    func nothing() async throws {
        let counts = try await states(nil)
        #expect(Set(counts.values) == ["not configured"])
        let text = try await VaultCommand.run("status", "--branches").output
        for branch in SignInBranch.allCases { #expect(text.contains("\(branch)  ") && text.contains("not configured")) }
    }

    @Test(
        "E1 B6: a half-made CAPTCHA or provider hides its own branches with what is missing, and no other",
        arguments: [
            (#"{"email_password_login_enabled": "1"}"#, [], ["email-password": "exposed"]),
            (
                #"{"email_password_login_enabled": 1, "security_recaptcha_auth": true, "facebook_id": "77"}"#, [],
                [
                    "email-password": "half configured: security_recaptcha_type is missing", "facebook": "exposed",
                ]
            ),
            (
                #"{"otp_cellphone_enabled": "1", "security_recaptcha_auth": "1", "security_recaptcha_type": "v9"}"#, [],
                ["cellphone-code": "half configured: security_recaptcha_type is neither v2 nor v3"]
            ),
            (
                #"{"opt_email_enabled": "1", "google_login_client_id": "a b"}"#, [],
                [
                    "google": "half configured: google_login_client_id is not an app's name", "email-code": "exposed",
                ]
            ),
            (
                #"{"opt_email_enabled": "1"}"#, ["--issuer", "https://login.example.test"],
                [
                    "email-code": "exposed", "device-grant": "half configured: --client-id is missing",
                    "openid": "half configured: --client-id is missing",
                ]
            ),
            (
                nil, ["--client-id", "app"],
                [
                    "device-grant": "half configured: --issuer is missing",
                    "openid": "half configured: --issuer is missing",
                ]
            ),
            (
                nil, ["--issuer", "https://login.example.test", "--client-id", "app"],
                ["device-grant": "exposed", "openid": "exposed"]
            ),
            (
                nil, ["--server", "https://api.example.test"],
                [
                    "email-password": "half configured: --project is missing",
                    "cellphone-password": "half configured: --project is missing",
                ]
            ),
            (
                nil, ["--server", "https://api.example.test", "--project", "p"],
                ["email-password": "exposed", "cellphone-password": "exposed"]
            ),
        ] as [(String?, [String], [String: String])])
    func halfMade(settings: String?, options: [String], expected: [String: String]) async throws {
        for (branch, state) in try await states(settings, options) {
            #expect(state == expected[branch] ?? "not configured", "\(branch)")
        }
    }

    @Test("E1 D1: a hidden branch is refused before anybody is asked for a key or a connection is made")
    func refused() async throws {
        let vault = try StoredVault()
        let port = try ConnectionCounter()
        let origin = "http://127.0.0.1:\(port.port)"
        let settings = try vault.write(
            #"{"email_password_login_enabled": "1", "security_recaptcha_auth": "1"}"#, to: "settings")
        let ordering = ["--server", origin, "--project", "p", "--settings", settings, "--password-fd", "0"]
        for (options, reason) in [
            (["--email", "a@example.test"] + ordering, "half configured: security_recaptcha_type is missing"),
            (["--cellphone", "3005550041", "--country", "57"] + ordering, "not configured"),
            (["--device", "--issuer", origin], "half configured: --client-id is missing"),
            (["--browser", "--issuer", origin], "half configured: --client-id is missing"),
        ] {
            let result = try await VaultCommand.run(
                ["login", "--admit", "driver", "--vault", vault.path, "--key-file", "/nonexistent"] + options,
                input: "pw")
            #expect(result.status == 2)
            #expect(result.errors.contains("not offered here (\(reason))"), "\(result.errors)")
            #expect(port.count() == 0)
        }
        // The counter counts: a branch that is exposed does connect.
        _ = try? await LoopbackExchange.open(port: port.port)
        #expect(port.count() == 1)
    }

    @Test(
        "E1: settings that can't be read end the command, and no branch is guessed",
        arguments: ["", "[]", "{", "\"x\"", nil])
    func unreadable(settings: String?) async throws {
        let folder = try TemporaryFolder()
        if let settings { try Data(settings.utf8).write(to: URL(filePath: folder.path("settings"))) }
        let result = try await VaultCommand.run("status", "--branches", "--settings", folder.path("settings"))
        #expect(result.status == 2)
        #expect(result.output.isEmpty && result.errors.contains("--settings"))
    }
}
