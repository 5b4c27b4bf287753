/// What a passphrase's slot asks of whoever tries it: the cost of one Argon2id (RFC 9106, one lane).
public struct PassphraseCost: Sendable, Hashable {
    /// Passes over the memory.
    public let passes: UInt32
    /// Memory in KiB.
    public let memoryKiB: UInt32

    /// 3 passes over 256 MiB: about a second.
    public static let moderate = PassphraseCost(.moderate)
    /// 3 passes over 8 MiB: the weakest that a slot may have; for tests.
    package static let weakest = PassphraseCost(.weakest)

    /// A cost of one's own.
    ///
    /// - Parameters:
    ///   - passes: 1 … 64.
    ///   - memoryKiB: 8,192 (8 MiB) … 16,777,216 (16 GiB). Above 1,048,576 (1 GiB) the vault opens only where
    ///     ``VaultOptions/passphraseMemoryLimitKiB`` allows it.
    /// - Throws: ``VaultError/Code/invalidArgument`` outside these bounds, or where passes times memory is over 16 times
    ///   1 GiB, or 16 times the memory where that is more.
    public init(passes: UInt32, memoryKiB: UInt32) throws(VaultError) {
        guard let cost = PasswordHash.Cost(passes: passes, memoryKiB: memoryKiB),
            cost.isWithin(memoryLimitKiB: max(memoryKiB, PasswordHash.Cost.usualMemoryLimitKiB))
        else {
            throw VaultError(.invalidArgument, "a passphrase may cost 1 to 64 passes over 8 MiB to 16 GiB")
        }
        self.init(cost)
    }

    /// Nothing makes a cost that is out of bounds.
    var hashCost: PasswordHash.Cost? { PasswordHash.Cost(passes: passes, memoryKiB: memoryKiB) }

    private init(_ cost: PasswordHash.Cost) {
        passes = cost.passes
        memoryKiB = cost.memoryKiB
    }
}
