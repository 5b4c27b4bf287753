import Foundation
import Sealing
import SessionVault
import TestSupport

/// A vault on disk, with a key file beside it and made-up sessions in it.
struct StoredVault {
    /// Values that no output may hold.
    static let secrets = [
        "tok-Zq4f1ekR9a77mWc2d84b0xHe9d6a51", "ref-0c3b8e5512f74fa19be2c8", "device-code-77c1e0aa9310",
        "push-91d0b8c7aa50ee",
        "driver@example.test", "subject-41", "realm.example.test", "Made-Up-Name", "pass phrase of the vault",
    ]

    let folder: TemporaryFolder
    var path: String { folder.path("test.vault") }
    var keyFile: String { folder.path("key") }
    /// The options that open it.
    var key: [String] { ["--vault", path, "--key-file", keyFile] }

    init() throws {
        folder = try TemporaryFolder()
        try KeyFile.create(at: keyFile)
        _ = try Vault.create(at: path, unlockingWith: .keyFile(path: keyFile))
    }

    func open() throws -> Vault {
        try Vault.open(at: path, unlockingWith: .keyFile(path: keyFile))
    }

    /// Adds a passphrase slot of the least cost.
    func addPassphrase(_ passphrase: String) throws {
        try open().addSlot(for: .passphrase(SecretBytes(utf8: passphrase)), cost: .weakest)
    }

    @discardableResult
    func admit(
        subject: String = "subject-41", gate: RoleGate = RoleGate(admitting: [.driver]), expiry: Expiry = .unknown
    ) throws -> AccountTag {
        let vault = try open()
        let answer = SignInAnswer(
            profile: AccountAnswer(
                account: try AccountID(realm: "realm.example.test", subject: subject), role: .driver, isEnabled: true,
                user: UserRecord(
                    json: SecretBytes(utf8: #"{"id":41,"name":"Made-Up-Name","email":"driver@example.test"}"#))),
            tokens: try TokenSet(
                access: SecretBytes(utf8: Self.secrets[0]), refresh: SecretBytes(utf8: Self.secrets[1]), expiry: expiry),
            deviceCode: DeviceCode(code: SecretBytes(utf8: Self.secrets[2])),
            notification: NotificationIdentity(token: SecretBytes(utf8: Self.secrets[3]), app: "app"))
        let admission = try gate.admit(answer, in: vault.beginAttempt(via: .emailPassword))
        return try vault.admit(admission, storing: answer).accountTag()
    }

    /// Changes the file behind the vault's back.
    func tamper(_ statement: String) async throws {
        let script = "import sqlite3,sys; c=sqlite3.connect(sys.argv[1]); c.execute(sys.argv[2]); c.commit(); c.close()"
        _ = try await VaultCommand.start(
            "/usr/bin/env", ["python3", "-c", script, path, statement], input: "",
            environment: ProcessInfo.processInfo.environment)
    }

    func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: URL(filePath: folder.path(name)))
        return folder.path(name)
    }
}

extension VaultCommand.Result {
    /// Tells whether any of the made-up secrets and names stands in what was printed.
    var holdsSecret: Bool {
        StoredVault.secrets.contains { output.contains($0) || errors.contains($0) }
    }
}
