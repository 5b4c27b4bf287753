import CSodium

/// BLAKE2b (RFC 7693), with or without a key.
package enum KeyedHash {
    /// Hash of `input` to `size` bytes (16 … 64), keyed when a key is given.
    package static func digest(_ input: RawSpan, key: borrowing SymmetricKey, size: Int = 32) -> [UInt8] {
        unsafe key.bytes.withUnsafeBytes { key in unsafe digest(input, keyBytes: key, size: size) }
    }

    /// Hash without a key: for public values and for binding, never for authentication.
    package static func digest(_ input: RawSpan, size: Int = 32) -> [UInt8] {
        unsafe digest(input, keyBytes: UnsafeRawBufferPointer(start: nil, count: 0), size: size)
    }

    /// Keyed hash of a message to 32 bytes, as four little-endian numbers.
    package static func words(of message: borrowing ByteWriter, key: borrowing SymmetricKey) -> [4 of UInt64] {
        message.withRawSpan { message in
            unsafe key.bytes.withUnsafeBytes { key in unsafe words(of: message, keyBytes: key) }
        }
    }

    fileprivate static func words(of input: RawSpan, keyBytes: UnsafeRawBufferPointer) -> [4 of UInt64] {
        var words = [4 of UInt64](repeating: 0)
        unsafe withUnsafeMutableBytes(of: &words) { target in unsafe fill(target, input, keyBytes: keyBytes) }
        for index in words.indices { words[index] = UInt64(littleEndian: words[index]) }
        return words
    }

    /// Keyed hash into secret memory, for deriving keys from bytes of any length.
    package static func derive(_ input: RawSpan, key: borrowing SymmetricKey) -> SymmetricKey {
        unsafe SymmetricKey.filled { target in
            unsafe key.bytes.withUnsafeBytes { key in unsafe fill(target, input, keyBytes: key) }
        }
    }

    /// Hash without a key into secret memory, for turning random bytes of any length into a key.
    package static func key(of input: RawSpan) -> SymmetricKey {
        unsafe SymmetricKey.filled { target in
            unsafe fill(target, input, keyBytes: UnsafeRawBufferPointer(start: nil, count: 0))
        }
    }

    private static func digest(_ input: RawSpan, keyBytes: UnsafeRawBufferPointer, size: Int) -> [UInt8] {
        precondition((16...64).contains(size), "a BLAKE2b digest has 16 to 64 bytes")
        return unsafe [UInt8](unsafeUninitializedCapacity: size) { target, initialized in
            unsafe fill(
                UnsafeMutableRawBufferPointer(start: target.baseAddress, count: size), input, keyBytes: keyBytes)
            initialized = size
        }
    }

    private static func fill(
        _ target: UnsafeMutableRawBufferPointer, _ input: RawSpan, keyBytes: UnsafeRawBufferPointer
    ) {
        _ = Sodium.ready
        _ = unsafe input.withUnsafeBytes { input in
            unsafe crypto_generichash(
                pointer(target), target.count, pointer(input), UInt64(input.count),
                keyBytes.isEmpty ? nil : pointer(keyBytes), keyBytes.count)
        }
    }
}

extension ByteWriter {
    /// Appends the hash of `input` to 32 bytes, without a key.
    package mutating func appendHash(of input: [UInt8]) {
        let words = input.withRawSpan { input in
            unsafe KeyedHash.words(of: input, keyBytes: UnsafeRawBufferPointer(start: nil, count: 0))
        }
        for index in words.indices { append(words[index]) }
    }
}
