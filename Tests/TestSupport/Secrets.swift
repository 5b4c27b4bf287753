package import Sealing

/// Made-up text as a secret.
package func secret(_ text: String) -> SecretBytes {
    SecretBytes(utf8: text)
}

/// Made-up bytes as a secret.
package func secret(_ bytes: [UInt8]) -> SecretBytes {
    unsafe SecretBytes(copying: bytes.span.bytes)
}

/// The bytes are no key, since there are not 32 of them.
package struct NotAKey: Error {}

/// A key of the given 32 bytes.
package func key(_ bytes: [UInt8]) throws(NotAKey) -> SymmetricKey {
    guard let key = SymmetricKey(secret(bytes)) else { throw NotAKey() }
    return key
}

/// The bytes of a made-up secret, to be compared with what was expected.
package func exposed(_ secret: borrowing SecretBytes) -> [UInt8] {
    secret.withExposedBytes { [UInt8](copying: $0) }
}
