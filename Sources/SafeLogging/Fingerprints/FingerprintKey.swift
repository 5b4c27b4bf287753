package import Sealing

/// The key under which secrets are fingerprinted: subkeys 1 (quick hashes) and 2 (confirms) of a key, in the context `SVPRINT1`.
package struct FingerprintKey: ~Copyable, Sendable {
    /// What a confirm is taken of; the number precedes the bytes hashed.
    enum Domain: UInt8 {
        case head = 1
        case tail = 2
        case whole = 3
        /// Names a place in a log; never stored.
        case place = 4
    }

    let anchor: AnchorHash
    private let confirmKey: SymmetricKey

    /// Derives both subkeys of `key`.
    package init(_ key: borrowing SymmetricKey) {
        let context = SubkeyDerivation.Context("SVPRINT1")
        let hashKey = SubkeyDerivation.derive(1, of: key, in: context)
        self.init(
            anchor: AnchorHash(hashKey),
            confirmKey: SubkeyDerivation.derive(2, of: key, in: context))
    }

    private init(anchor: AnchorHash, confirmKey: consuming SymmetricKey) {
        self.anchor = anchor
        self.confirmKey = confirmKey
    }

    /// Another holder of the same key.
    package func copy() -> FingerprintKey {
        FingerprintKey(anchor: anchor, confirmKey: confirmKey.copy())
    }

    /// The 16-byte confirm of a secret, taken in secret memory.
    func confirm(_ domain: Domain, ofSecret bytes: RawSpan) -> Confirm {
        var message = SecretWriter(capacity: 1 + bytes.byteCount)
        message.append(domain.rawValue)
        message.append(bytes)
        return message.finish().withExposedBytes { message in confirm(message) }
    }

    /// The 16-byte confirm of bytes that stand in a log.
    func confirm(_ domain: Domain, ofText bytes: RawSpan) -> Confirm {
        var message = ByteWriter(capacity: 1 + bytes.byteCount)
        message.append(domain.rawValue)
        message.append([UInt8](copying: bytes))
        return unsafe confirm(message.bytes.span.bytes)
    }

    /// A name of 16 hexadecimal digits for what `identity` describes, which tells nothing without the key.
    package func name(of identity: [UInt8]) -> String {
        let digits = String(identity.withRawSpan { confirm(.place, ofText: $0) }.first.byteSwapped, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    private func confirm(_ message: RawSpan) -> Confirm {
        let digest = KeyedHash.digest(message, key: confirmKey, size: 16)
        func word(_ start: Int) -> UInt64 {
            (0..<8).reduce(0) { $0 | UInt64(digest[start + $1]) << UInt64(8 * $1) }
        }
        return Confirm(first: word(0), second: word(8))
    }
}

/// A 16-byte keyed hash as two little-endian numbers.
package struct Confirm: Hashable, Sendable {
    let first: UInt64
    let second: UInt64
}
