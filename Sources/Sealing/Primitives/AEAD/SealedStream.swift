import CSodium

/// A sequence of sealed messages that can't be cut, reordered or joined: libsodium's `crypto_secretstream`
/// (XChaCha20-Poly1305), which marks the last message.
package enum SealedStream {
    /// Bytes that a stream begins with.
    package static let headerSize = 24
    /// Bytes that sealing adds to a message.
    package static let overhead = 17

    /// A message is not the next one of this stream.
    package struct NotAuthentic: Error {}

    /// A message that was opened.
    package struct Message: ~Copyable {
        package let bytes: SecretBytes
        /// Tells whether the stream ends with this message.
        package let isFinal: Bool
    }

    /// Seals the messages of one stream.
    package struct Writer: ~Copyable {
        private var state: SecretBytes
        package let header: [UInt8]

        package init(key: borrowing SymmetricKey) {
            _ = Sodium.ready
            var header = [UInt8](repeating: 0, count: headerSize)
            state = unsafe SecretBytes(unsafeCount: stateSize) { state in
                unsafe key.bytes.withUnsafeBytes { key in
                    _ = unsafe crypto_secretstream_xchacha20poly1305_init_push(bound(state), &header, pointer(key))
                }
            }
            self.header = header
        }

        package mutating func seal(_ message: RawSpan, authenticating context: RawSpan, isFinal: Bool) -> [UInt8] {
            let tag = UInt8(isFinal ? crypto_secretstream_xchacha20poly1305_TAG_FINAL : 0)
            let size = message.byteCount + overhead
            return unsafe [UInt8](unsafeUninitializedCapacity: size) { target, initialized in
                unsafe state.withUnsafeMutableBytes { state in
                    unsafe message.withUnsafeBytes { message in
                        unsafe context.withUnsafeBytes { context in
                            _ = unsafe crypto_secretstream_xchacha20poly1305_push(
                                bound(state), target.baseAddress, nil, pointer(message), UInt64(message.count),
                                pointer(context), UInt64(context.count), tag)
                        }
                    }
                }
                initialized = size
            }
        }
    }

    /// Opens the messages of one stream in their order.
    package struct Reader: ~Copyable {
        private var state: SecretBytes

        /// Returns nil where the header is none.
        package init?(key: borrowing SymmetricKey, header: [UInt8]) {
            guard header.count == headerSize else { return nil }
            _ = Sodium.ready
            state = unsafe SecretBytes(unsafeCount: stateSize) { state in
                unsafe key.bytes.withUnsafeBytes { key in
                    _ = unsafe crypto_secretstream_xchacha20poly1305_init_pull(bound(state), header, pointer(key))
                }
            }
        }

        package mutating func open(_ sealed: RawSpan, authenticating context: RawSpan) throws(NotAuthentic) -> Message {
            guard sealed.byteCount >= overhead else { throw NotAuthentic() }
            var tag: UInt8 = 0
            let bytes = unsafe try SecretBytes(unsafeCount: sealed.byteCount - overhead) {
                target throws(NotAuthentic) in
                let status = unsafe state.withUnsafeMutableBytes { state in
                    unsafe sealed.withUnsafeBytes { sealed in
                        unsafe context.withUnsafeBytes { context in
                            unsafe crypto_secretstream_xchacha20poly1305_pull(
                                bound(state), pointer(target), nil, &tag, pointer(sealed), UInt64(sealed.count),
                                pointer(context), UInt64(context.count))
                        }
                    }
                }
                guard status == 0 else { throw NotAuthentic() }
            }
            return Message(bytes: bytes, isFinal: tag == UInt8(crypto_secretstream_xchacha20poly1305_TAG_FINAL))
        }
    }

    private static let stateSize = MemoryLayout<crypto_secretstream_xchacha20poly1305_state>.size

    private static func bound(_ state: UnsafeMutableRawBufferPointer)
        -> UnsafeMutablePointer<crypto_secretstream_xchacha20poly1305_state>
    {
        unsafe pointer(state).withMemoryRebound(
            to: crypto_secretstream_xchacha20poly1305_state.self, capacity: 1
        ) { unsafe $0 }
    }
}
