/// A key of 32 bytes for one purpose; it can't be copied and is wiped when it goes.
package struct SymmetricKey: ~Copyable, Sendable {
    package static let size = 32

    package let bytes: SecretBytes

    /// Takes over key material, or returns nil where it is not exactly 32 bytes long.
    package init?(_ bytes: consuming SecretBytes) {
        guard bytes.count == Self.size else { return nil }
        self.bytes = bytes
    }

    private init(unchecked bytes: consuming SecretBytes) {
        self.bytes = bytes
    }

    /// A fresh random key.
    package static func random() -> SymmetricKey {
        SymmetricKey(unchecked: .random(count: size))
    }

    /// A key that `body` writes; the buffer holds 32 bytes.
    static func filled<E: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(E) -> Void
    ) throws(E) -> SymmetricKey {
        SymmetricKey(unchecked: unsafe try SecretBytes(unsafeCount: size, body))
    }

    /// Another holder of the same key.
    package func copy() -> SymmetricKey {
        SymmetricKey(unchecked: bytes.copy())
    }
}
