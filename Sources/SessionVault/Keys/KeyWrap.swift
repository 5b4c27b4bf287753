/// Seals one key under another.
enum KeyWrap {
    static let size = SymmetricKey.size + AEAD.overhead

    static func seal(_ key: borrowing SymmetricKey, context: [UInt8], with wrap: borrowing SymmetricKey) -> [UInt8] {
        key.bytes.withExposedBytes { bytes in
            context.withRawSpan { AEAD.seal(bytes, authenticating: $0, with: wrap) }
        }
    }

    /// Returns nil where it does not open, or does not hold a key.
    static func open(_ sealed: [UInt8], context: [UInt8], with wrap: borrowing SymmetricKey) -> SymmetricKey? {
        sealed.withRawSpan { sealed in
            context.withRawSpan { context in
                guard let bytes = try? AEAD.open(sealed, authenticating: context, with: wrap) else { return nil }
                return SymmetricKey(bytes)
            }
        }
    }
}
