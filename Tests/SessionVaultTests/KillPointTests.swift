import Sealing
import Testing

@testable import SessionVault

/// A process that is killed between and inside its calls; `scripts/kill-points` runs many more of these.
@Suite("Kill points", .serialized)
struct KillPointTests {
    let place: VaultFolder

    init() throws { place = try VaultFolder() }

    @Test(
        "V03, S23: killed at any moment of any change, the vault holds what was acknowledged, and nothing by half",
        .timeLimit(.minutes(60)))
    func killPoints() throws {
        let rounds = Setting.number("SESSIONVAULT_KILL_ROUNDS", default: 200)
        let seed = Setting.seed()
        let spare = place.file("spare")
        try KeyFile.create(at: spare)
        let child = try ChildProcess(
            "kill-points", place.root, "\(rounds)", "\(seed)", environment: ["VAULT_SPARE_KEY_FILE": spare])
        let said = child.wait()
        #expect(child.hasSucceeded, "SESSIONVAULT_SEED=\(seed): \(said.last ?? "nothing")")
        #expect(said.contains { $0.hasPrefix("\(rounds) kill points") })
    }
}
