package import Sealing

/// A plain secret and its name, to be stored together with others.
package final class NamedSecret: Sendable {
    package let name: SecretName
    package let value: SecretBytes

    package init(_ name: SecretName, _ value: consuming SecretBytes) {
        self.name = name
        self.value = value
    }
}

/// What became of a secret that was to be stored.
package enum StoringOutcome: String, Sendable {
    case stored
    /// It took the place of another value.
    case replaced
    /// The same value was there already.
    case alreadyThere
    /// Another value has the name and was left there.
    case refused
}

extension SecretStore {
    /// Stores secrets in one durable transaction, in which their names are looked up too; all or none where it throws.
    ///
    /// - Parameter replacing: whether a secret takes the place of another value of the same name.
    /// - Throws: ``VaultError``; ``VaultError/Code/tampered`` where a name is taken by a record that does not open, unless
    ///   it is to be replaced.
    package func storeAll(_ secrets: [NamedSecret], replacing: Bool) throws(VaultError) -> [StoringOutcome] {
        guard !secrets.isEmpty else { return [] }
        var names: [AccountID] = []
        for secret in secrets {
            let body = PlainSecret(value: secret.value.copy())
            try body.checkLimits()
            body.publish()
            names.append(try secret.name.identity)
        }
        return try vault.transact { (transaction) throws(VaultError) in
            var outcomes: [StoringOutcome] = []
            for (secret, name) in zip(secrets, names) {
                outcomes.append(try transaction.store(secret.value, as: name, replacing: replacing))
            }
            return outcomes
        }
    }
}

extension VaultTransaction {
    fileprivate mutating func store(
        _ value: borrowing SecretBytes, as name: AccountID, replacing: Bool
    ) throws(VaultError) -> StoringOutcome {
        let old = try record(.secret, of: name)
        if let old {
            do throws(VaultError) {
                let secret: PlainSecret = try seal.body(of: old)
                if secret.value.equals(value) { return .alreadyThere }
            } catch {
                guard replacing, error.code == .tampered else { throw error }
            }
            guard replacing else { return .refused }
        }
        try put(PlainSecret(value: value.copy()), of: name)
        return old == nil ? .stored : .replaced
    }
}
