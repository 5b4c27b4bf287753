import Foundation
import LeakAudit
import Sealing
import SessionVault
import TestSupport

/// The proof's second search: the leak audit of a vault that holds every value.
struct ProofAudit {
    private let folder: TemporaryDirectory
    private let vault: Vault

    init(of values: [String]) throws {
        folder = try TemporaryDirectory()
        vault = try Vault.create(
            at: folder.path("v/proof.vault"), unlockingWith: .passphrase(SecretBytes(utf8: "a pass phrase")),
            cost: .weakest)
        for (number, value) in values.enumerated() {
            try vault.secrets.set(
                SecretBytes(utf8: value), for: SecretName(service: "proof", account: "\(number)"))
        }
    }

    func search(_ outputs: [[UInt8]]) throws -> LeakReport {
        let files = try outputs.enumerated().map { number, bytes in
            let file = folder.path("\(number)")
            try Data(bytes).write(to: URL(filePath: file))
            return file
        }
        return try LeakAudit(of: vault).scan(files, shapes: true)
    }
}
