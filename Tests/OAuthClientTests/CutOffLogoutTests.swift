import Foundation
import Sealing
import SessionAuth
import SessionVault
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct CutOffLogoutTests {
    @Test(
        "S12 C3: a process that is killed while it signs out leaves nobody signed in, and the next start ends the session"
    )
    func killed() async throws {
        let server = try await OAuthServer.start()
        try await server.control(#"{"approved": "anna", "claims": {"role": "driver"}}"#)
        let bench = try await OAuthBench(issuer: server.issuer)
        _ = try await bench.signIn()
        try await server.control(#"{"revocation": "hang"}"#)
        let child = Process()
        child.executableURL = Bundle.main.bundleURL.appending(path: "AuthChild")
        child.arguments = [bench.vault.path, bench.folder.path("key"), server.issuer, "sign-out"]
        child.standardOutput = nil
        try child.run()
        while try await server.log("revoke").isEmpty { #expect(child.isRunning) }
        kill(child.processIdentifier, SIGKILL)
        child.waitUntilExit()
        #expect(child.terminationReason == .uncaughtSignal)
        #expect(try bench.stored() == [])
        #expect(try bench.vault.pendingLogouts(realm: server.issuer).count == 1)

        try await server.control(#"{"revocation": null}"#)
        let next = AuthCoordinator(
            vault: bench.vault, gate: RoleGate(admitting: [.driver]), service: bench.service,
            configuration: SignInConfiguration(branches: [.deviceGrant]))
        let reports = await next.finishLogouts()
        #expect(reports.map(\.serverLogout) == [.done])
        #expect(try await server.tokens().allSatisfy { !$0.active })
        #expect(try bench.vault.pendingLogouts(realm: server.issuer).isEmpty)
    }
}
