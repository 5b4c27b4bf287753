import CSodium

/// Authenticated encryption with associated data: XChaCha20-Poly1305-IETF (draft-irtf-cfrg-xchacha-03).
///
/// A sealed message is `nonce (24) ‖ ciphertext ‖ tag (16)`. This AEAD does not commit to its key: where somebody could
/// choose the key, as in a key slot, a separate commitment is needed.
package enum AEAD {
    package static let nonceSize = 24
    package static let tagSize = 16
    package static let overhead = nonceSize + tagSize

    /// Up to this size, sealed, a message stands on the stack first; what is longer would not.
    private static let shortMessage = 1_024

    /// Why a sealed message did not open.
    package enum Failure: Error {
        /// It is shorter than a nonce and a tag.
        case tooShort
        /// Key, associated data or bytes are not the ones it was sealed with.
        case notAuthentic
    }

    /// A nonce of exactly 24 bytes; other lengths can't be expressed.
    package struct Nonce: Sendable {
        fileprivate let bytes: [UInt8]

        package init?(_ bytes: [UInt8]) {
            guard bytes.count == nonceSize else { return nil }
            self.bytes = bytes
        }
    }

    /// Seals `message` under a fresh random nonce.
    package static func seal(_ message: RawSpan, authenticating context: RawSpan, with key: borrowing SymmetricKey)
        -> [UInt8]
    {
        unsafe seal(message, authenticating: context, with: key) { nonce in
            unsafe randombytes_buf(nonce, nonceSize)
        }
    }

    /// Seals with a nonce that the caller chose.
    ///
    /// Only test vectors may: a repeated nonce breaks the seal.
    package static func seal(
        _ message: RawSpan, authenticating context: RawSpan, with key: borrowing SymmetricKey, nonce: Nonce
    ) -> [UInt8] {
        unsafe seal(message, authenticating: context, with: key) { target in
            for (index, byte) in nonce.bytes.enumerated() {
                unsafe target.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
            }
        }
    }

    /// Opens a sealed message into secret memory.
    package static func open(_ sealed: RawSpan, authenticating context: RawSpan, with key: borrowing SymmetricKey)
        throws(Failure) -> SecretBytes
    {
        guard sealed.byteCount >= overhead else { throw .tooShort }
        return unsafe try SecretBytes(unsafeCount: sealed.byteCount - overhead) { target throws(Failure) in
            guard unsafe decrypt(sealed, into: pointer(target), authenticating: context, with: key) else {
                throw .notAuthentic
            }
        }
    }

    /// Opens a sealed message into secret memory.
    package static func open(
        _ sealed: [UInt8], authenticating context: borrowing ByteWriter, with key: borrowing SymmetricKey
    ) throws(Failure) -> SecretBytes {
        try sealed.withRawSpan { (sealed) throws(Failure) in
            try context.withRawSpan { (context) throws(Failure) in
                try open(sealed, authenticating: context, with: key)
            }
        }
    }

    /// Tells whether a sealed message would open, without deciphering it.
    package static func isAuthentic(
        _ sealed: [UInt8], authenticating context: borrowing ByteWriter, with key: borrowing SymmetricKey
    ) -> Bool {
        guard sealed.count >= overhead else { return false }
        return sealed.withRawSpan { sealed in
            context.withRawSpan { context in unsafe decrypt(sealed, into: nil, authenticating: context, with: key) }
        }
    }

    /// Seals `message` under a fresh random nonce.
    package static func seal(
        _ message: RawSpan, authenticating context: borrowing ByteWriter, with key: borrowing SymmetricKey
    ) -> [UInt8] {
        context.withRawSpan { seal(message, authenticating: $0, with: key) }
    }

    /// Seals `message` under the next of these nonces.
    package static func seal(
        _ message: RawSpan, authenticating context: borrowing ByteWriter, with key: borrowing SymmetricKey,
        nonceFrom nonces: inout FreshNonces
    ) -> [UInt8] {
        context.withRawSpan { context in
            unsafe seal(message, authenticating: context, with: key) { target in unsafe nonces.take(to: target) }
        }
    }

    /// Without a target, libsodium checks the tag and deciphers nothing.
    private static func decrypt(
        _ sealed: RawSpan, into target: UnsafeMutablePointer<UInt8>?, authenticating context: RawSpan,
        with key: borrowing SymmetricKey
    ) -> Bool {
        unsafe sealed.withUnsafeBytes { sealed in
            unsafe context.withUnsafeBytes { context in
                unsafe key.bytes.withUnsafeBytes { key in
                    let nonce = unsafe pointer(sealed)
                    return unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
                        target, nil, nil, nonce + nonceSize, UInt64(sealed.count - nonceSize),
                        context.isEmpty ? nil : pointer(context), UInt64(context.count), nonce, pointer(key)) == 0
                }
            }
        }
    }

    private static func seal(
        _ message: RawSpan, authenticating context: RawSpan, with key: borrowing SymmetricKey,
        writeNonce: (UnsafeMutableRawPointer) -> Void
    ) -> [UInt8] {
        _ = Sodium.ready
        let size = message.byteCount + overhead
        // A small array is made faster of bytes that are there than of room that is filled.
        guard size > shortMessage else {
            return unsafe withUnsafeTemporaryAllocation(byteCount: size, alignment: 16) { target in
                unsafe seal(message, into: target, authenticating: context, with: key, writeNonce: writeNonce)
                return unsafe [UInt8](UnsafeRawBufferPointer(target))
            }
        }
        return unsafe [UInt8](unsafeUninitializedCapacity: size) { target, initialized in
            unsafe seal(
                message, into: UnsafeMutableRawBufferPointer(target), authenticating: context, with: key,
                writeNonce: writeNonce)
            initialized = size
        }
    }

    private static func seal(
        _ message: RawSpan, into target: UnsafeMutableRawBufferPointer, authenticating context: RawSpan,
        with key: borrowing SymmetricKey, writeNonce: (UnsafeMutableRawPointer) -> Void
    ) {
        let nonce = unsafe pointer(target)
        unsafe writeNonce(nonce)
        _ = unsafe message.withUnsafeBytes { message in
            unsafe context.withUnsafeBytes { context in
                unsafe key.bytes.withUnsafeBytes { key in
                    unsafe crypto_aead_xchacha20poly1305_ietf_encrypt(
                        nonce + nonceSize, nil, message.isEmpty ? nil : pointer(message), UInt64(message.count),
                        context.isEmpty ? nil : pointer(context), UInt64(context.count), nil, nonce, pointer(key))
                }
            }
        }
    }
}
