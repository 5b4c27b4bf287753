import Foundation
import OrderingClient
import SafeLogging
import Sealing
import SessionAuth
import SessionVault
import TestSupport
import Testing

/// A way into the API: a branch, and the endpoint that serves it.
struct Route: Sendable, CustomTestStringConvertible {
    let branch: SignInBranch
    let operation: String
    var textMessages = OrderingClient.TextMessages.ordering

    var testDescription: String { "\(branch) at \(operation)" }

    static let all = [
        Route(branch: .emailPassword, operation: "auth"), Route(branch: .cellphonePassword, operation: "auth"),
        Route(branch: .emailCode, operation: "auth"), Route(branch: .cellphoneCode, operation: "auth"),
        Route(branch: .cellphoneCode, operation: "twilio", textMessages: .twilio),
        Route(branch: .deviceCode, operation: "auth"), Route(branch: .google, operation: "google"),
        Route(branch: .apple, operation: "apple"), Route(branch: .facebook, operation: "facebook"),
    ]
}

@Suite(.timeLimit(.minutes(5))) struct RoleParityTests {
    /// Every level that the server knows but the driver's, one that nobody knows, none, and a disabled driver.
    private static let refused: [(number: Int, reason: WrongRole.Reason)] = [
        (1, .roleNotAllowed(.administrator)), (2, .roleNotAllowed(.cityManager)),
        (12, .roleNotAllowed(.businessOwner)), (51, .roleNotAllowed(.customer)),
        (52, .roleNotAllowed(.driversManager)), (81, .roleNotAllowed(.professional)),
        (91, .roleNotAllowed(.callCentreAgent)), (62, .roleMissing), (43, .accountDisabled),
    ]
    /// Drivers: as usual, with everything written as text, without the word on being enabled, on one device at a time.
    private static let admitted = [41, 42, 44, 45]
    /// Answers that look good, or nearly.
    private static let unusable = [
        "no-session", "no-token", "empty-token", "no-id", "odd-token", "other-user", "error-with-session",
        "null-result",
        "half",
    ]

    @Test(
        "A3 B1 B2 B3 B4 B5 C2 D3 D4 D6 S07 S09 S24: on every branch, only an allowed role is ever written, and a refusal leaves the file's bytes as they were",
        arguments: Route.all)
    func parity(route: Route) async throws {
        let app = try await App.start { $0.textMessages = route.textMessages }
        try await app.project.server.control(#"{"resend_seconds": 0}"#)
        try await refuse(app, route)
        for number in Self.admitted {
            #expect(try await app.signIn(route.branch, as: number) == nil)
            #expect(try app.stored() == [String(number)])
            #expect(try await app.vault.sessions().first?.branch == route.branch)
        }
        try await refuse(app, route)
        try await changeRole(app, route)
    }

    /// The file's bytes when the logouts of replaced sessions, which the vault keeps until they are done, are over.
    private func settledBytes(_ app: App) async throws -> Data {
        while try !app.vault.pendingLogouts(realm: app.project.client.realm).isEmpty { await Task.yield() }
        await app.coordinator.acknowledgeRejection()
        return try await app.fileBytes()
    }

    /// Nobody of these gets in, and nothing of it is written.
    private func refuse(_ app: App, _ route: Route) async throws {
        let before = try await settledBytes(app)
        let stood = try app.stored()
        for (number, reason) in Self.refused + [(61, .roleNotAllowed(try #require(Role("level-6"))))] {
            let error = try await app.signIn(route.branch, as: number)
            #expect(error?.code == .wrongRole)
            #expect(error?.refusal?.reason == reason)
            #expect(error?.cleanup?.serverLogout == .done)
            #expect(try app.stored() == stood)
        }
        for mode in Self.unusable {
            try await app.project.server.control(#"{"\#(route.operation)": "\#(mode)"}"#)
            #expect(try await app.signIn(route.branch, as: 44)?.code == .service, "\(mode)")
            #expect(try app.stored() == stood, "\(mode)")
        }
        try await app.project.server.control(#"{"\#(route.operation)": "ok"}"#)
        #expect(try await app.fileBytes() == before)
    }

    /// What the server says after the sign-in counts, before the first request as with it; an answer about another person
    /// does not.
    private func changeRole(_ app: App, _ route: Route) async throws {
        #expect(try await app.signIn(route.branch, as: 44) == nil)
        let before = try await settledBytes(app)
        let restarted = app.restarted()
        _ = try await restarted.restore()
        try await app.project.server.control(#"{"user": "other-user"}"#)
        #expect(await failure { () async throws(AuthError) in try await restarted.confirm() }?.code == .service)
        #expect(try await app.fileBytes() == before)
        try await app.project.server.control(#"{"user": "ok", "levels": {"44": 3}}"#)
        let error = await failure { () async throws(AuthError) in try await restarted.confirm() }
        #expect(error?.refusal?.reason == .roleNotAllowed(.customer))
        #expect(try app.stored() == [])

        #expect(try await app.signIn(route.branch, as: 44) == nil)
        let refusal = await failure { () async throws(AuthError) in
            try await app.coordinator.perform { (token) async throws(ServiceError) in
                _ = try await app.project.client.request(.get, ["orders"], token: token)
            }
        }
        #expect(refusal?.service?.code == .forbidden)
        #expect(try app.stored() == [])
    }

    private func failure<R>(_ body: () async throws(AuthError) -> R) async -> AuthError? {
        do throws(AuthError) {
            _ = try await body()
            return nil
        } catch { return error }
    }
}
