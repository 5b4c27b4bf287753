/// A random code that opens the vault when every other way is lost: to be written down once, and typed by hand.
///
/// 32 symbols carry 160 random bits and four more a checksum, in Crockford's base 32, in groups of six:
/// `XXXXXX-XXXXXX-XXXXXX-XXXXXX-XXXXXX-XXXXXX`. The alphabet has no I, L, O and U; on the way in, case, dashes and spaces
/// do not count, and I, L and O are read as 1, 1 and 0.
public enum RecoveryCode: Sendable {
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    private static let symbolCount = 32
    private static let checkCount = 4
    private static let groupSize = 6

    /// A fresh code.
    ///
    /// It is shown once; the vault keeps nothing that it could be read from.
    public static func make() -> SecretBytes {
        let random = SecretBytes.random(count: symbolCount)
        let symbols = random.withExposedBytes { bytes in
            var writer = SecretWriter(capacity: symbolCount)
            for index in 0..<symbolCount { writer.append(bytes.byte(at: index) & 31) }
            return writer.finish()
        }
        let total = symbolCount + checkCount
        var text = SecretWriter(capacity: total + (total - 1) / groupSize)
        symbols.withExposedBytes { symbols in
            for index in 0..<total {
                if index > 0, index % groupSize == 0 { text.append(UInt8(ascii: "-")) }
                let value = index < symbolCount ? symbols.byte(at: index) : check(of: symbols, at: index - symbolCount)
                text.append(alphabet[Int(value)])
            }
        }
        return text.finish()
    }

    /// The key that a typed code stands for.
    ///
    /// - Throws: ``VaultError/Code/invalidArgument`` where it is mistyped, which the checksum tells without the vault.
    static func key(of typed: borrowing SecretBytes) throws(VaultError) -> SymmetricKey {
        let mistyped = VaultError(.invalidArgument, "the recovery code is mistyped")
        return try typed.withExposedBytes { (typed) throws(VaultError) in
            var symbols = SecretWriter(capacity: symbolCount)
            var typedCheck: [UInt8] = []
            var count = 0
            for index in 0..<typed.byteCount {
                let byte = typed.byte(at: index)
                guard ![0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "-")].contains(byte) else { continue }
                guard count < symbolCount + checkCount, let value = value(of: byte) else { throw mistyped }
                if count < symbolCount { symbols.append(value) } else { typedCheck.append(value) }
                count += 1
            }
            guard count == symbolCount + checkCount else { throw mistyped }
            return try symbols.finish().withExposedBytes { (symbols) throws(VaultError) in
                for (index, value) in typedCheck.enumerated() where check(of: symbols, at: index) != value {
                    throw mistyped
                }
                return KeyedHash.key(of: symbols)
            }
        }
    }

    private static func value(of byte: UInt8) -> UInt8? {
        let upper = (0x61...0x7A).contains(byte) ? byte - 0x20 : byte
        switch upper {
        case UInt8(ascii: "I"), UInt8(ascii: "L"): return 1
        case UInt8(ascii: "O"): return 0
        default: return alphabet.firstIndex(of: upper).map { UInt8($0) }
        }
    }

    /// Five bits of an unkeyed hash for each check symbol.
    private static func check(of symbols: RawSpan, at index: Int) -> UInt8 {
        KeyedHash.digest(symbols, size: 16)[index] & 31
    }
}
