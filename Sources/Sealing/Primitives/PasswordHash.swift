import CSodium

/// Argon2id version 1.3 (RFC 9106), one lane, as libsodium's `crypto_pwhash` computes it.
package enum PasswordHash {
    package static let saltSize = 16

    /// Cost of one derivation.
    ///
    /// Memory is bounded, since the numbers come from a file that anyone may have written.
    package struct Cost: Equatable, Sendable {
        package let passes: UInt32
        package let memoryKiB: UInt32

        /// 3 passes over 256 MiB.
        package static let moderate = Cost(uncheckedPasses: 3, memoryKiB: 262_144)
        /// 3 passes over 8 MiB: the weakest that a slot may have; for tests.
        package static let weakest = Cost(uncheckedPasses: 3, memoryKiB: 8_192)

        package static let passBounds: ClosedRange<UInt32> = 1...64
        package static let memoryBounds: ClosedRange<UInt32> = 8_192...16_777_216
        /// 1 GiB.
        package static let usualMemoryLimitKiB: UInt32 = 1_048_576
        /// How many times the memory limit one derivation may hash in all.
        private static let workFactor: UInt64 = 16

        /// Returns nil outside 1 … 64 passes and 8 MiB … 16 GiB, before any memory is asked for.
        package init?(passes: UInt32, memoryKiB: UInt32) {
            guard Self.passBounds.contains(passes), Self.memoryBounds.contains(memoryKiB) else { return nil }
            self.init(uncheckedPasses: passes, memoryKiB: memoryKiB)
        }

        /// Tells whether a derivation stays within a memory limit, and within 16 times that in all passes.
        package func isWithin(memoryLimitKiB limit: UInt32) -> Bool {
            memoryKiB <= limit && UInt64(passes) * UInt64(memoryKiB) <= Self.workFactor * UInt64(limit)
        }

        private init(uncheckedPasses passes: UInt32, memoryKiB: UInt32) {
            self.passes = passes
            self.memoryKiB = memoryKiB
        }
    }

    /// The machine could not give the memory that the cost asks for.
    package struct OutOfMemory: Error {}

    /// Derives a 32-byte key from a passphrase.
    ///
    /// Takes `cost.memoryKiB` of memory and, at the default cost, about a second.
    package static func derive(_ passphrase: RawSpan, salt: [UInt8], cost: Cost) throws(OutOfMemory) -> SymmetricKey {
        precondition(salt.count == saltSize, "an Argon2id salt has 16 bytes here")
        return unsafe try SymmetricKey.filled { target throws(OutOfMemory) in
            let status = unsafe passphrase.withUnsafeBytes { passphrase in
                unsafe passphrase.withMemoryRebound(to: CChar.self) { passphrase in
                    unsafe crypto_pwhash(
                        pointer(target), UInt64(target.count), passphrase.baseAddress ?? emptyText,
                        UInt64(passphrase.count), salt, UInt64(cost.passes), Int(cost.memoryKiB) * 1_024,
                        crypto_pwhash_ALG_ARGON2ID13)
                }
            }
            guard status == 0 else { throw OutOfMemory() }
        }
    }

    nonisolated(unsafe) private static let emptyText = unsafe UnsafePointer(
        UnsafeMutablePointer<CChar>.allocate(capacity: 1))
}
