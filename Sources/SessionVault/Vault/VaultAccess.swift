/// What of a vault is unlocked.
enum VaultAccess: Sendable {
    /// Nothing: the keys are wiped.
    case locked
    /// Metadata alone.
    case auditor(AuditKeys)
    /// Everything.
    case owner(Keyring)

    /// The keys of an audit, which owner and auditor both have.
    var audit: AuditKeys? {
        switch self {
        case .locked: nil
        case .auditor(let keys): keys
        case .owner(let keys): keys.audit
        }
    }
}
