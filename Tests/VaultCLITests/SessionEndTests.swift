import Foundation
import SessionVault
import TestSupport
import Testing

@Suite("vault status --check")
struct StatusCheckTests {
    @Test("D5: a restored session that the server and the gate accept is shown as active")
    func active() async throws {
        let place = try await SignInPlace()
        _ = try await place.login(SignInPlace.driver)
        let text = try await place.run("status", "--check")
        #expect(text.status == 0, "\(text.errors)")
        #expect(text.output.contains("active") && !text.output.contains("provisional"))
        let json = try await place.run("status", "--check", "--format", "json").json()
        let check = try #require((json["checks"] as? [[String: Any]])?.first)
        #expect(check["state"] as? String == "active")
        #expect(try await place.server.log("user").contains { $0.session != nil && $0.outcome == "done" })
    }

    @Test("C6: a session that the server refuses is gone, with status 1")
    func ended() async throws {
        let place = try await SignInPlace()
        _ = try await place.login(SignInPlace.driver)
        try await place.server.control(#"{"user": "401"}"#)
        let result = try await place.run("status", "--check")
        #expect(result.status == 1)
        #expect(result.output.contains("ended") && result.output.contains("Sign in again"))
        #expect(try await place.sessionCount() == 0)
    }

    @Test(
        "S34: where nobody can tell, the session stays provisional, with status 2",
        arguments: ["500", "drop", "garbage"])
    func undecided(mode: String) async throws {
        let place = try await SignInPlace()
        _ = try await place.login(SignInPlace.driver)
        try await place.server.control(#"{"user": "\#(mode)"}"#)
        let result = try await place.run("status", "--check")
        #expect(result.status == 2)
        #expect(result.output.contains("provisional"))
        #expect(try await place.sessionCount() == 1)
    }

    @Test("A session of another realm is named as such and kept")
    func otherRealm() async throws {
        let vault = try StoredVault()
        try vault.admit()
        let result = try await VaultCommand.run(["status", "--check"] + vault.key)
        #expect(result.status == 2)
        #expect(result.output.contains("not from a server that this command can speak to"))
    }
}

@Suite("vault logout")
struct LogoutTests {
    @Test("A session ends here and at the server", arguments: ["text", "json"])
    func both(format: String) async throws {
        let place = try await SignInPlace()
        _ = try await place.login(SignInPlace.driver)
        let result = try await place.run("logout", "--format", format)
        #expect(result.status == 0, "\(result.errors)")
        #expect(try await place.server.sessions().map(\.active) == [false])
        #expect(try await place.sessionCount() == 0)
        if format == "json" {
            let session = try #require((try result.json()["sessions"] as? [[String: Any]])?.first)
            #expect((session["cleanup"] as? [String: String])?["server_logout"] == "done")
        }
    }

    @Test("S12, S28: where the server fails, the session goes from here all the same, and status 2 says so")
    func serverFails() async throws {
        let place = try await SignInPlace()
        _ = try await place.login(SignInPlace.driver)
        try await place.server.control(#"{"logout": "500"}"#)
        let result = try await place.run("logout")
        #expect(result.status == 2)
        #expect(result.output.contains("session ended at the server  failed (serverFault)"))
        #expect(result.output.contains("removed from this machine    done"))
        #expect(try await place.sessionCount() == 0)
    }

    @Test("With --local the server is not asked, and the answer says so")
    func local() async throws {
        let place = try await SignInPlace()
        _ = try await place.login(SignInPlace.driver)
        let result = try await place.run("logout", "--local")
        #expect(result.status == 0)
        #expect(result.output.contains("The server was not asked"))
        #expect(try await place.server.log("logout").isEmpty)
        #expect(try await place.sessionCount() == 0)
    }

    @Test("Of several sessions one has to be named, by its tag, or all")
    func several() async throws {
        let vault = try StoredVault()
        let tags = try [vault.admit(subject: "a"), vault.admit(subject: "b"), vault.admit(subject: "c")]
        let refused = try await VaultCommand.run(["logout"] + vault.key)
        #expect(refused.status == 2)
        #expect(refused.errors.contains("3 sessions are stored"))
        let unknown = try await VaultCommand.run(["logout", "--account", "acct-0000000000"] + vault.key)
        #expect(unknown.status == 2)
        #expect(try await VaultCommand.run(["logout", "--account", tags[1].description] + vault.key).status == 0)
        let left = try await VaultCommand.run(["status"] + vault.key).output
        #expect(left.contains(tags[0].description) && !left.contains(tags[1].description))
        #expect(try await VaultCommand.run(["logout", "--all"] + vault.key).status == 0)
        #expect(try await VaultCommand.run(["status"] + vault.key).output == "No session is stored.\n")
        #expect(try await VaultCommand.run(["logout"] + vault.key).status == 0)
    }

    @Test("Another server than the session's is refused before anything is removed")
    func wrongServer() async throws {
        let place = try await SignInPlace()
        _ = try await place.login(SignInPlace.driver)
        let result = try await place.run("logout", "--server", place.server.origin, "--project", "another")
        #expect(result.status == 2)
        #expect(result.errors.contains("another server"))
        #expect(try await place.sessionCount() == 1)
    }
}
