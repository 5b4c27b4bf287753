import OAuthClient
import SessionAuth
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct RoleClaimTests {
    private static let meanings = [
        RoleClaim.Meaning("fleet-admin", is: .administrator), .init("fleet-driver", is: .driver),
        .init("4", is: .driver),
    ]

    @Test(
        "A3: the role is what the configured claim says, and nothing where it can't be read",
        arguments: [
            (#"{"role": "driver"}"#, ["role"], false, "driver"), (#"{"role": ["driver"]}"#, ["role"], false, "driver"),
            (#"{"role": ["driver", "customer"]}"#, ["role"], false, nil), (#"{"role": []}"#, ["role"], false, nil),
            (#"{"role": "Driver!"}"#, ["role"], false, nil), (#"{"role": true}"#, ["role"], false, nil),
            (#"{"role": null}"#, ["role"], false, nil), ("{}", ["role"], false, nil),
            (#"{"realm": {"roles": ["x", "fleet-driver"]}}"#, ["realm", "roles"], true, "driver"),
            (#"{"realm": {"roles": ["fleet-driver", "fleet-admin"]}}"#, ["realm", "roles"], true, "administrator"),
            (#"{"realm": {"roles": ["driver"]}}"#, ["realm", "roles"], true, nil),
            (#"{"realm": "fleet-driver"}"#, ["realm", "roles"], true, nil),
            (#"{"level": 4}"#, ["level"], true, "driver"), (#"{"role": "driver"}"#, [], false, nil),
        ] as [(String, [String], Bool, String?)])
    func role(claims: String, path: [String], isMapped: Bool, role: String?) async throws {
        let server = try await OAuthServer.start()
        try await server.control(#"{"approved": "anna", "claims": \#(claims)}"#)
        let claim = RoleClaim(path: path, meanings: isMapped ? Self.meanings : [])
        let bench = try await OAuthBench(issuer: server.issuer, role: claim)
        let error = try await bench.failure()
        switch role {
        case "driver": #expect(error == nil)
        case .some(let role): #expect(error?.refusal?.reason == .roleNotAllowed(try #require(Role(role))))
        case nil: #expect(error?.refusal?.reason == .roleMissing)
        }
    }

    @Test(
        "S24: an account is disabled where the configured claim says false, not where it is absent",
        arguments: [
            (#"{"role": "driver", "active": false}"#, false), (#"{"role": "driver", "active": true}"#, true),
            (#"{"role": "driver"}"#, true), (#"{"role": "driver", "active": "0"}"#, false),
        ])
    func enabled(claims: String, isAdmitted: Bool) async throws {
        let server = try await OAuthServer.start()
        try await server.control(#"{"approved": "anna", "claims": \#(claims)}"#)
        let bench = try await OAuthBench(issuer: server.issuer, enabledClaim: ["active"])
        let error = try await bench.failure()
        #expect(error?.refusal?.reason == (isAdmitted ? nil : .accountDisabled))
    }
}
