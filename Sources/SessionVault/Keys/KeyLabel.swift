/// Which subkey is for what.
///
/// The numbers and contexts are part of format 1.
enum KeyLabel {
    /// Subkeys of the root key; replacing the root replaces them.
    enum Root: UInt64 {
        case headerMAC = 1
        case contentWrap = 2
        case auditRoot = 3
        case backup = 4
    }

    /// Subkeys of the audit root, which opens metadata and never a body.
    enum Audit: UInt64 {
        case metadataWrap = 1
    }

    /// Subkeys of epoch 0's content key: names and summaries that outlive every rotation.
    enum Names: UInt64 {
        case index = 1
        case manifestSeal = 2
        case manifestLeaf = 3
        case logCorrelation = 4
        case anchor = 5
    }

    /// Subkeys of epoch 0's metadata key: the same, for what an audit may see.
    enum AuditNames: UInt64 {
        case fingerprint = 1
        case accountTag = 2
        case journal = 3
    }

    /// Subkeys of a slot's key.
    enum Slot: UInt64 {
        case wrap = 1
        case commitment = 2
    }
}

extension SymmetricKey {
    func derive(_ label: KeyLabel.Root) -> SymmetricKey { derive(label.rawValue, "SVROOT1_") }
    func derive(_ label: KeyLabel.Audit) -> SymmetricKey { derive(label.rawValue, "SVAUDIT1") }
    func derive(_ label: KeyLabel.Names) -> SymmetricKey { derive(label.rawValue, "SVNAMES1") }
    func derive(_ label: KeyLabel.AuditNames) -> SymmetricKey { derive(label.rawValue, "SVAUDNM1") }
    func derive(_ label: KeyLabel.Slot) -> SymmetricKey { derive(label.rawValue, "SVSLOT1_") }

    /// The key that seals the bodies of one kind of record, of an epoch's content key.
    func bodyKey(for kind: RecordKind) -> SymmetricKey { derive(UInt64(kind.rawValue), "SVBODY1_") }

    /// The key of one epoch's log tags, of the key of all of them.
    func correlationKey(ofEpoch epoch: UInt32) -> SymmetricKey { derive(UInt64(epoch), "SVLOGTAG") }

    private func derive(_ number: UInt64, _ context: StaticString) -> SymmetricKey {
        SubkeyDerivation.derive(number, of: self, in: SubkeyDerivation.Context(context))
    }
}
