import RawSodium

/// XChaCha20-Poly1305 by direct calls of libsodium, with one buffer for each thing and no bookkeeping.
@safe
final class RawAEAD {
    private let nonceSize = 24
    private let tagSize = 16
    private let context = Array("benchmark".utf8)
    private let key: UnsafeMutableRawBufferPointer
    private let message: UnsafeMutableRawBufferPointer
    private let sealed: UnsafeMutableRawBufferPointer

    init(messageSize: Int) {
        unsafe key = .allocate(byteCount: 32, alignment: 16)
        unsafe message = .allocate(byteCount: messageSize, alignment: 16)
        unsafe sealed = .allocate(byteCount: nonceSize + messageSize + tagSize, alignment: 16)
        unsafe key.initializeMemory(as: UInt8.self, repeating: 0x11)
        unsafe message.initializeMemory(as: UInt8.self, repeating: 0x5a)
        unsafe sealed.initializeMemory(as: UInt8.self, repeating: 0)
    }

    deinit {
        unsafe key.deallocate()
        unsafe message.deallocate()
        unsafe sealed.deallocate()
    }

    /// Seals the message into the buffer under a fresh nonce.
    func seal() {
        let target = unsafe bytes(sealed)
        unsafe randombytes_buf(target, nonceSize)
        unsafe crypto_aead_xchacha20poly1305_ietf_encrypt(
            target + nonceSize, nil, bytes(message), UInt64(message.count), context, UInt64(context.count), nil, target,
            bytes(key))
    }

    /// Opens the buffer back into the message, and tells whether it was authentic.
    func open() -> Bool {
        let source = unsafe bytes(sealed)
        return unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
            bytes(message), nil, nil, source + nonceSize, UInt64(sealed.count - nonceSize), context,
            UInt64(context.count), source, bytes(key)) == 0
    }

    private func bytes(_ buffer: UnsafeMutableRawBufferPointer) -> UnsafeMutablePointer<UInt8> {
        guard let base = buffer.baseAddress else { preconditionFailure("an empty buffer") }
        return unsafe base.assumingMemoryBound(to: UInt8.self)
    }
}
