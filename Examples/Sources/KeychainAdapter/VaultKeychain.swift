import FoundationEssentials
import SessionVault

/// What OAuth libraries ask of a keychain.
protocol KeychainStore {
    func set(_ value: Data, for key: String) throws
    func get(key: String) throws -> Data?
    func delete(key: String) throws
    func clear() throws
    var keys: [String] { get throws }
}

/// A vault as that keychain.
///
/// The library's `Data` is a copy in ordinary memory, which the library owns.
struct VaultKeychain: KeychainStore {
    let vault: Vault
    let service: String

    func set(_ value: Data, for key: String) throws {
        try vault.secrets.set(SecretBytes(copying: value.bytes), for: SecretName(service: service, account: key))
    }

    func get(key: String) throws -> Data? {
        switch try vault.secrets.value(for: SecretName(service: service, account: key)) {
        case .some(let secret): secret.withExposedBytes { bytes in bytes.withUnsafeBytes { Data($0) } }
        case .none: nil
        }
    }

    func delete(key: String) throws { try vault.secrets.remove(SecretName(service: service, account: key)) }

    func clear() throws { try vault.secrets.removeAll(of: service) }

    var keys: [String] { get throws { try vault.secrets.names(of: service).map(\.account) } }
}
