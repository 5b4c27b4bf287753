import CSodium

/// A secret as one line of base64 (RFC 4648, section 4), and back, in constant time.
package enum Base64Secret {
    private static let variant = sodium_base64_VARIANT_ORIGINAL

    /// The line, without a line feed.
    package static func encode(_ secret: borrowing SecretBytes) -> SecretBytes {
        // libsodium ends what it writes with a zero byte.
        let size = sodium_base64_encoded_len(secret.count, variant)
        let line = unsafe SecretBytes(unsafeCount: size) { line in
            unsafe secret.withUnsafeBytes { secret in
                unsafe pointer(line).withMemoryRebound(to: CChar.self, capacity: size) { line in
                    _ = unsafe sodium_bin2base64(line, size, pointer(secret), secret.count, variant)
                }
            }
        }
        return line.copy(0..<(size - 1))
    }

    /// The secret of `count` bytes, or nil where the line is none.
    package static func decode(_ line: borrowing SecretBytes, count: Int) -> SecretBytes? {
        var size = 0
        var isValid = false
        let secret = unsafe SecretBytes(unsafeCount: count) { secret in
            unsafe line.withUnsafeBytes { line in
                unsafe pointer(line).withMemoryRebound(to: CChar.self, capacity: line.count) { text in
                    isValid =
                        unsafe sodium_base642bin(
                            pointer(secret), count, text, line.count, nil, &size, nil, variant) == 0
                }
            }
        }
        guard isValid, size == count else { return nil }
        return secret
    }
}
