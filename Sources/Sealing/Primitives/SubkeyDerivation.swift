import CSodium

/// Key derivation from a key (libsodium's `crypto_kdf`, BLAKE2b): one subkey a number and an eight-byte context.
package enum SubkeyDerivation {
    /// The eight bytes that say what a family of subkeys is for.
    package struct Context: Sendable {
        fileprivate let text: StaticString

        package init(_ text: StaticString) {
            precondition(text.utf8CodeUnitCount == 8, "a key derivation context has eight bytes")
            self.text = text
        }
    }

    /// Derives subkey `number` of `key` within `context`.
    package static func derive(_ number: UInt64, of key: borrowing SymmetricKey, in context: Context) -> SymmetricKey {
        unsafe SymmetricKey.filled { target in
            unsafe key.bytes.withUnsafeBytes { key in
                context.text.withUTF8Buffer { context in
                    unsafe context.withMemoryRebound(to: CChar.self) { context in
                        guard let name = context.baseAddress else { return }
                        unsafe crypto_kdf_derive_from_key(pointer(target), target.count, number, name, pointer(key))
                    }
                }
            }
        }
    }
}
