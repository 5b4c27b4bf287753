import SafeLogging
import SessionVault

// The code of the README and the articles, so that it compiles. It is never run.

func printOnPaper(_ code: RawSpan) {}

func choosingAKeySource(path: String, keyFile: String) async throws {
    let vault = try await Vault.create(at: path, unlockingWith: .keyFile(path: keyFile))
    let code = RecoveryCode.make()
    try vault.addSlot(for: .recoveryCode(code.copy()))
    code.withExposedBytes { printOnPaper($0) }
}

func takingWhatThereIs(path: String, logger: SafeLogger) throws -> Vault {
    let vault = try Vault.open(at: path, preferring: .automatic, log: logger)
    return vault
}

func rotatingKeys(_ vault: Vault, newKeyFile: String) throws {
    let rotation = try vault.rotate()
    print("\(rotation.resealedCount) records sealed again")
    try vault.replaceRoot(keeping: .keyFile(path: newKeyFile), removingOthers: true)
}

func recovering(_ vault: Vault, backup: String, newPath: String, keyFile: String) throws -> Vault {
    let found = try vault.verify()
    if !found.isIntact {
        let repair = try vault.repair()
        print("\(repair.quarantinedCount) records set aside")
    }
    try vault.backUp(to: backup)
    let restored = try Vault.restore(from: backup, to: newPath, unlockingWith: .keyFile(path: keyFile))
    return restored
}

func plainSecrets(_ vault: Vault, value: consuming SecretBytes) throws -> SecretBytes? {
    try vault.secrets.set(value, for: SecretName(service: "example", account: "me"))
    let value = try vault.secrets.value(for: SecretName(service: "example", account: "me"))
    return value
}
