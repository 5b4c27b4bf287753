import Sealing
import SessionAuth
import SessionVault
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct BoundaryTests {
    @Test(
        "A5: the vault keeps and removes token, record, device code and push identity, and asks or tells no server anything"
    )
    func provider() async throws {
        let bench = try Bench()
        let session = try await bench.signIn("anna", push: "push-token-of-this-device")
        try await session.setDeviceCode(DeviceCode(code: SecretBytes(utf8: "device-code-of-anna")))
        let restored = try #require(try await bench.vault.restore(bench.account("anna")))
        #expect(try await text(of: restored.readTokens().access).contains("anna"))
        #expect(try await text(of: restored.readUser()) == #"{"id":"anna"}"#)
        #expect(try await text(of: restored.readNotification()) == "push-token-of-this-device")
        switch try await restored.readDeviceCode() {
        case .some(let code): #expect(text(of: code.code) == "device-code-of-anna")
        case .none: Issue.record("the device code is missing")
        }
        try await restored.remove()
        #expect(try bench.vault.hasRecords(of: bench.account("anna")) == false)
        #expect(bench.service.calls.map(\.step) == [.signIn])
        // What is removed here is not revoked there.
        #expect(bench.service.liveTokens.count == 1)
    }

    @Test("B10: the ways in are these, without a sign-up and without a link, and each needs a credential and the gate")
    func waysIn() async throws {
        #expect(
            SignInBranch.allCases.map(\.description) == [
                "email-password", "cellphone-password", "email-code", "cellphone-code", "device-code", "google",
                "apple",
                "facebook", "openid", "device-grant",
            ])
        let bench = try Bench()
        let before = try await bench.fileBytes()
        // What an app would be started with by a link: a token, an account, a state. None of it is a credential of anybody.
        for link in ["demo://signed-in?token=token-0-of-anna", "https://app.example.test/session/anna?level=4"] {
            for branch in SignInBranch.allCases {
                let error = await failure { () async throws(AuthError) in
                    try await bench.coordinator.signIn(with: branch.credential(secret: link))
                }
                #expect(error?.service?.code == .refused)
            }
        }
        #expect(try await bench.fileBytes() == before)
        #expect(try await bench.restarted().restore() == nil)
    }
}
