import FoundationEssentials
import SessionVault

let folder = FileManager.default.temporaryDirectory.appending(path: "keychain-adapter-\(UUID().uuidString)")
defer { try? FileManager.default.removeItem(at: folder) }
let keyFile = folder.appending(path: "key").path
try FileManager.default.createDirectory(
    at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
try KeyFile.create(at: keyFile)
let vault = try Vault.create(
    at: folder.appending(path: "example.vault").path, unlockingWith: .keyFile(path: keyFile))

let keychain = VaultKeychain(vault: vault, service: "oauth-library")
try keychain.set(Data("made-up refresh token".utf8), for: "refresh")
print("keys: \(try keychain.keys), stored: \(try keychain.get(key: "refresh") != nil)")
try keychain.clear()
print("keys after clear: \(try keychain.keys)")
