/// One way into a vault, as it shows from outside.
public struct KeySlotOutline: Sendable {
    /// Whether the slot can be read.
    public enum Condition: Sendable, Hashable {
        /// It can be read; whether it is as it was written, the vault's key tells.
        case readable
        /// It is not as it was written.
        case damaged
        /// It is of a kind that a later version knows.
        case later
    }

    /// What a passphrase slot asks of whoever tries it.
    public struct Cost: Sendable, Hashable {
        /// Passes of Argon2id.
        public let passes: Int
        /// Memory of Argon2id, in KiB.
        public let memoryKiB: Int
    }

    /// The slot's number.
    public let number: Int64
    /// Whether the slot can be read.
    public let condition: Condition
    /// Where its key comes from, such as `passphrase` or `key-file`; nil where the slot can't be read.
    public let kind: String?
    /// What it opens, `owner` or `auditor`; nil where the slot can't be read.
    public let scope: String?
    /// The cost of its passphrase hash; nil for other kinds.
    public let cost: Cost?

    init(_ stored: StoredSlot) {
        number = stored.number
        do throws(VaultError) {
            let slot = try KeySlot(decoding: stored.bytes)
            condition = .readable
            kind = slot.kind.description
            scope = slot.scope.description
            cost = slot.cost.map { Cost(passes: Int($0.passes), memoryKiB: Int($0.memoryKiB)) }
        } catch {
            condition = error.code == .newerFormat ? .later : .damaged
            kind = nil
            scope = nil
            cost = nil
        }
    }
}
