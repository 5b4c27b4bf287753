/// Which subkey is for what. The numbers and contexts are part of format 1.
enum KeyLabel {
    static let root = SubkeyDerivation.Context("SVROOT1_")
    static let audit = SubkeyDerivation.Context("SVAUDIT1")
    static let body = SubkeyDerivation.Context("SVBODY1_")
    static let slot = SubkeyDerivation.Context("SVSLOT1_")

    /// Subkeys of the root key.
    enum Root: UInt64 {
        case headerMAC = 1
        case contentWrap = 2
        case index = 3
        case manifestSeal = 4
        case manifestLeaf = 5
        case logCorrelation = 6
        case auditRoot = 7
        case journal = 8
    }

    /// Subkeys of the audit root, which opens metadata and never a body.
    enum Audit: UInt64 {
        case metadataWrap = 1
        case fingerprint = 2
        case accountTag = 3
    }

    /// Subkeys of a slot's key.
    enum Slot: UInt64 {
        case wrap = 1
        case commitment = 2
    }
}

extension SymmetricKey {
    func derive(_ label: KeyLabel.Root) -> SymmetricKey {
        SubkeyDerivation.derive(label.rawValue, of: self, in: KeyLabel.root)
    }

    func derive(_ label: KeyLabel.Audit) -> SymmetricKey {
        SubkeyDerivation.derive(label.rawValue, of: self, in: KeyLabel.audit)
    }

    func derive(_ label: KeyLabel.Slot) -> SymmetricKey {
        SubkeyDerivation.derive(label.rawValue, of: self, in: KeyLabel.slot)
    }
}
