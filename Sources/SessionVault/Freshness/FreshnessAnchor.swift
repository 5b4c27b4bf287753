/// Remembers, outside the vault's file, the newest state that the vault was in: so that a whole file which was put back to
/// an older copy is found.
///
/// ``FileAnchor`` keeps it in a file; another one may ask a TPM counter or a server.
public protocol FreshnessAnchor: Sendable {
    /// The newest state recorded for the vault, or nil where none has been recorded yet.
    ///
    /// - Throws: any error where the anchor can't be asked: the vault does not open then.
    func newest(of vaultID: [UInt8]) throws -> AnchoredState?

    /// Records a state, durably.
    ///
    /// - Parameter overNewer: false keeps a newer state that is recorded already, which another process may have done
    ///   meanwhile; true replaces it, after an older copy was accepted.
    func record(_ state: AnchoredState, of vaultID: [UInt8], overNewer: Bool) throws
}

/// The state of a vault, as an anchor remembers it.
///
/// It is no secret, and tells nothing of what the vault holds.
public struct AnchoredState: Sendable, Hashable {
    /// The number of writes so far.
    public let sequence: UInt64
    /// A keyed hash of the vault's sealed manifest: 32 bytes.
    public let digest: [UInt8]

    /// A state that an anchor has read back.
    public init(sequence: UInt64, digest: [UInt8]) {
        self.sequence = sequence
        self.digest = digest
    }
}

extension AnchoredState {
    init(reading store: any StoreAccess, sequence: UInt64, keys: Keyring) throws(VaultError) {
        let sealed = try store.manifest()
        self.init(
            sequence: sequence, digest: sealed.withRawSpan { KeyedHash.digest($0, key: keys.anchor) })
    }

    init(reading store: any StoreAccess, keys: Keyring) throws(VaultError) {
        let manifest = try Manifest(reading: store, with: keys)
        try self.init(reading: store, sequence: manifest.sequence, keys: keys)
    }
}
