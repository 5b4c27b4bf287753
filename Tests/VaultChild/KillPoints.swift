import Glibc
import Sealing
import SessionVault

/// Kills a process that changes a vault, over and over, and looks each time at what is left.
struct KillPoints {
    struct Failure: Error {
        let reason: String
    }

    let folder: String
    private var generator: SplitMix
    private var ledger = Ledger()
    private var struck = 0
    private var survived = 0
    private var acknowledged = 0

    /// Rounds after which a new vault takes the place of the old one.
    private static let roundsPerVault = 200

    init(in folder: String, seed: UInt64) {
        self.folder = folder
        generator = SplitMix(state: seed)
    }

    private var path: String { "\(folder)/kill.vault" }

    /// Runs that many rounds; throws at the first after which the vault is not as it has to be.
    mutating func run(_ rounds: Int) throws {
        for round in 0..<rounds {
            if round % Self.roundsPerVault == 0 {
                for suffix in ["", "-wal", "-shm"] { unsafe unlink(path + suffix) }
                _ = try Vault.create(at: path, unlockingWith: source(), cost: .weakest)
                ledger = Ledger()
            }
            do { try killOnce(round) } catch let error as VaultError {
                throw Failure(reason: "round \(round): \(error.code)")
            } catch let error as Failure { throw Failure(reason: "round \(round): \(error.reason)") }
            if rounds > 1_000, (round + 1) % 1_000 == 0 { say("\(round + 1) kill points") }
        }
        say("\(rounds) kill points, \(acknowledged) calls acknowledged and found, ")
        say("\(struck) calls cut off, of which \(survived) were durable and the others left nothing")
    }

    private mutating func killOnce(_ round: Int) throws {
        let seed = generator.next()
        var child = try Child(
            ["churn", path, "\(seed)", "\((round + 1) * 100_000)"],
            environment: ["VAULT_KEY_FILE=\(keyFile)", "VAULT_SPARE_KEY_FILE=\(spareKeyFile)"])
        // Most are killed among their writes, some while they open.
        if Int.random(in: 0..<8, using: &generator) > 0, child.nextLine() != "ready" {
            child.kill()
            child.reap()
            throw Failure(reason: "the child did not open the vault")
        }
        usleep(UInt32.random(in: 0...8_000, using: &generator))
        child.kill()
        let cutOff = try take(&child)
        child.reap()
        try check(cutOff)
    }

    /// Takes over what was acknowledged; returns what was begun and not acknowledged.
    private mutating func take(_ child: inout Child) throws(Failure) -> Operation? {
        var begun: Operation?
        while let line = child.nextLine() {
            switch line.first {
            case "+": begun = Operation(line: line.dropFirst())
            case "=":
                guard let operation = begun else { throw Failure(reason: "a line that can't be read") }
                ledger.apply(operation)
                acknowledged += 1
                begun = nil
            default: guard line == "ready" else { throw Failure(reason: "the child said \(line)") }
            }
        }
        return begun
    }

    private mutating func check(_ cutOff: Operation?) throws {
        let vault = try Vault.open(at: path, unlockingWith: source())
        let integrity = try vault.verify()
        guard integrity.isIntact else { throw Failure(reason: "the vault is damaged: \(integrity)") }
        let found = try Ledger(reading: vault)
        guard found.recordCount == integrity.recordCount else { throw Failure(reason: "half a session is left") }
        if let cutOff {
            struck += 1
            var after = ledger
            after.apply(cutOff)
            if found != ledger, found == after {
                survived += 1
                ledger = after
            }
        }
        guard found == ledger else {
            throw Failure(reason: "expected \(ledger), cut off \(cutOff.map(\.line) ?? "nothing"), found \(found)")
        }
        guard generator.next() % 8 == 0 else { return }
        try checkSpareKey()
    }

    /// The spare key opens the vault where it has a spare slot, and only there.
    private func checkSpareKey() throws {
        do throws(VaultError) {
            _ = try Vault.open(at: path, unlockingWith: spareSource())
            guard ledger.spareSlots > 0 else { throw VaultError(.tampered) }
        } catch {
            guard error.code == .wrongKey, ledger.spareSlots == 0 else { throw error }
        }
    }
}
